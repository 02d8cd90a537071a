// Mechanisms in three dimensions, from the visualizers of their models: components with the variables of
// Modelica.Mechanics.MultiBody.Visualizers.Advanced.Shape. three.js draws; the slider of the page moves it.
//
// A shape has a frame (position r, rotation R.T from the world into the frame), and in the frame an origin
// r_shape, a direction of its length, one of its width, and three sizes.

// An expression of numbers for each variable of a shape; null if the page does not have all of them.
function sceneShape(facts, path) {
  const index = name => facts.indexOf.get(joined(path, name));
  const value = name => {
    const i = index(name);
    return i !== undefined && facts.hasNumber(i) ? () => facts.valueAt(i, state.time) : null;
  };
  const vector = name => [1, 2, 3].map(k => value(`${name}[${k}]`));
  const kind = index("shapeType");
  const rotation = [1, 2, 3].flatMap(i => [1, 2, 3].map(k => value(`R.T[${i},${k}]`)));
  const parts = {rotation, r: vector("r"), origin: vector("r_shape"), along: vector("lengthDirection"), across: vector("widthDirection"),
                 sizes: ["length", "width", "height"].map(value), colour: vector("color"), extra: [value("extra") || (() => 0)]};
  const needed = [...rotation, ...parts.r, ...parts.origin, ...parts.along, ...parts.across, ...parts.sizes];
  if (kind === undefined || needed.some(part => part === null)) return null;
  return {path, kind: String(facts.v.start[kind]), ...parts};
}

function sceneShapes(facts) {
  const shapes = [];
  for (const [name] of facts.indexOf) {
    if (!name.endsWith(".shapeType")) continue;
    const shape = sceneShape(facts, parentOf(name));
    if (shape) shapes.push(shape);
  }
  return shapes;
}

const numbersOf = list => list.map(value => value());

// Shapes of size 1: they begin at the origin and lie along x.
const sceneForms = {
  box: () => new THREE.BoxBufferGeometry(1, 1, 1).translate(0.5, 0, 0),
  sphere: () => new THREE.SphereBufferGeometry(0.5, 32, 20).translate(0.5, 0, 0),
  cylinder: () => new THREE.CylinderBufferGeometry(0.5, 0.5, 1, 36).rotateZ(-Math.PI / 2).translate(0.5, 0, 0),
  // The tip is as wide as `extra` says.
  cone: shape => new THREE.CylinderBufferGeometry(0.5 * shape.extra[0](), 0.5, 1, 36).rotateZ(-Math.PI / 2).translate(0.5, 0, 0),
  pipe: () => new THREE.CylinderBufferGeometry(0.5, 0.5, 1, 36, 1, true).rotateZ(-Math.PI / 2).translate(0.5, 0, 0),
};
sceneForms.pipecylinder = sceneForms.pipe;
sceneForms.gearwheel = sceneForms.cylinder;
sceneForms.beam = sceneForms.box;

// Files of CAD: triangles in metres, in the frame of the shape. Edges stay sharp.
function solidGeometry([coordinates, corners]) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(bytesOfBase64(coordinates).buffer), 3));
  geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(bytesOfBase64(corners).buffer), 1));
  return geometry;
}
function solidOf(kind) { return Object.hasOwn(view.facts.data.solids, kind) ? view.facts.data.solids[kind] : null; }

// A spring is a wire, which must not be stretched with it: `width` is the diameter of the coil, `height` that of
// the wire, `extra` the number of windings.
function springGeometry(length, width, height, windings) {
  class Helix extends THREE.Curve {
    getPoint(t) {
      const angle = 2 * Math.PI * windings * t;
      return new THREE.Vector3(length * t, width / 2 * Math.cos(angle), width / 2 * Math.sin(angle));
    }
  }
  const turns = Math.max(1, Math.min(60, Math.abs(windings)));
  return new THREE.TubeBufferGeometry(new Helix(), Math.ceil(18 * turns), Math.max(1e-6, height / 2), 6);
}

class SceneBody {
  constructor(shape) {
    this.shape = shape;
    this.isSpring = shape.kind === "spring";
    const form = sceneForms[shape.kind], solid = solidOf(shape.kind);
    this.isSolid = solid !== null;
    this.isKnown = this.isSpring || this.isSolid || form !== undefined;
    const geometry = this.isSpring ? new THREE.BufferGeometry() : this.isSolid ? solidGeometry(solid) : (form || sceneForms.box)(shape);
    const material = new THREE.MeshPhongMaterial({side: THREE.DoubleSide, transparent: !this.isKnown, opacity: this.isKnown ? 1 : 0.4, flatShading: this.isSolid});
    this.mesh = new THREE.Mesh(geometry, material);
    this.mesh.matrixAutoUpdate = false;
    this.mesh.frustumCulled = false;
    this.mesh.userData.path = shape.path;
  }

  update() {
    const {shape, mesh} = this;
    const sizes = numbersOf(shape.sizes);
    const colour = shape.colour.every(Boolean) ? numbersOf(shape.colour) : [128, 128, 128];
    mesh.material.color.setRGB(...colour.map(c => Math.max(0, Math.min(255, c)) / 255));
    const least = 1e-9, hasSize = sizes.every(size => Math.abs(size) > least);
    // A file has its own size, unless `extra` asks for that of the shape.
    const isScaled = this.isSolid ? shape.extra[0]() !== 0 : !this.isSpring;
    mesh.visible = hasSize || (this.isSolid && !isScaled);
    if (!mesh.visible) return;
    if (this.isSpring) this.windSpring(...sizes);
    mesh.matrix.copy(scenePlace(shape, isScaled ? sizes : [1, 1, 1]));
    mesh.matrixWorldNeedsUpdate = true;
  }

  windSpring(length, width, height) {
    const key = [length, width, height].map(x => x.toPrecision(4)).join();
    if (key === this.wound) return;
    this.wound = key;
    this.mesh.geometry.dispose();
    this.mesh.geometry = springGeometry(length, width, height, this.shape.extra[0]() || 5);
  }
}

// The matrix of a shape. The width direction counts only across the length.
function scenePlace(shape, [length, width, height]) {
  const T = numbersOf(shape.rotation);
  const toWorld = ([x, y, z]) => new THREE.Vector3(T[0] * x + T[3] * y + T[6] * z, T[1] * x + T[4] * y + T[7] * z, T[2] * x + T[5] * y + T[8] * z);
  const x = toWorld(numbersOf(shape.along)).normalize();
  const wanted = toWorld(numbersOf(shape.across));
  if (new THREE.Vector3().crossVectors(x, wanted).length() < 1e-6) wanted.set(Math.abs(x.x) < 0.9 ? 1 : 0, Math.abs(x.x) < 0.9 ? 0 : 1, 0);
  const z = new THREE.Vector3().crossVectors(x, wanted).normalize(), y = new THREE.Vector3().crossVectors(z, x);
  const at = toWorld(numbersOf(shape.origin)).add(new THREE.Vector3(...numbersOf(shape.r)));
  return new THREE.Matrix4().makeBasis(x.multiplyScalar(length), y.multiplyScalar(width), z.multiplyScalar(height)).setPosition(at);
}

// How far from the centre of a box an eye must be, in the direction `back`, to see all of its corners.
function distanceToSee(box, back, degrees, aspect) {
  const right = new THREE.Vector3(0, 1, 0).cross(back).normalize(), up = new THREE.Vector3().crossVectors(back, right);
  const reach = Math.tan(degrees / 360 * Math.PI), half = box.getSize(new THREE.Vector3()).multiplyScalar(0.5);
  const corners = [-1, 1].flatMap(x => [-1, 1].flatMap(y => [-1, 1].map(z => new THREE.Vector3(x, y, z).multiply(half))));
  return Math.max(...corners.map(p => p.dot(back) + Math.max(Math.abs(p.dot(up)), Math.abs(p.dot(right)) / aspect) / reach));
}

class Scene {
  constructor(place, shapes) {
    this.place = place;
    this.renderer = new THREE.WebGLRenderer({antialias: true, alpha: true});
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    place.replaceChildren(this.renderer.domElement);
    this.scene = new THREE.Scene();
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x777788, 0.75));
    const sun = new THREE.DirectionalLight(0xffffff, 0.55);
    sun.position.set(1, 3, 2);
    this.scene.add(sun);
    this.bodies = shapes.map(shape => new SceneBody(shape));
    for (const body of this.bodies) this.scene.add(body.mesh);
    this.camera = new THREE.PerspectiveCamera(35, 1, 0.001, 1e5);
    this.controls = new THREE.OrbitControls(this.camera, this.renderer.domElement);
    this.controls.enableKeys = false;
    this.draw = oncePerFrame(() => this.drawNow());
    this.controls.addEventListener("change", () => this.draw());
    this.renderer.domElement.addEventListener("click", event => this.point(event));
    new ResizeObserver(() => this.resize()).observe(place);
    this.frame();
    when("time", () => this.draw());
  }

  // Looks at all that the mechanism will reach.
  frame() {
    const now = state.time, box = new THREE.Box3(), looks = 40;
    for (let k = 0; k <= looks; ++k) {
      state.time = view.begin() + (view.end() - view.begin()) * k / looks;
      for (const body of this.bodies) {
        body.update();
        if (!body.mesh.visible) continue;
        body.mesh.updateMatrixWorld(true);
        box.expandByObject(body.mesh);
      }
    }
    state.time = now;
    if (box.isEmpty()) box.set(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1));
    const centre = box.getCenter(new THREE.Vector3()), size = Math.max(1e-6, box.getSize(new THREE.Vector3()).length());
    const back = new THREE.Vector3(0.35, 0.35, 1).normalize();
    const distance = distanceToSee(box, back, this.camera.fov, this.place.clientWidth / this.place.clientHeight || 1);
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).add(back.multiplyScalar(1.05 * Math.max(distance, 0.1 * size)));
    this.camera.near = size / 1000;
    this.camera.far = size * 100;
    this.controls.update();
    this.resize();
  }

  resize() {
    const {clientWidth: width, clientHeight: height} = this.place;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  drawNow() {
    if (this.place.hidden) return;
    for (const body of this.bodies) body.update();
    this.renderer.render(this.scene, this.camera);
  }

  // A click selects the component that shows the shape.
  point(event) {
    const box = this.renderer.domElement.getBoundingClientRect();
    const at = new THREE.Vector2(2 * (event.clientX - box.left) / box.width - 1, 1 - 2 * (event.clientY - box.top) / box.height);
    const ray = new THREE.Raycaster();
    ray.setFromCamera(at, this.camera);
    const hit = ray.intersectObjects(this.bodies.filter(body => body.mesh.visible).map(body => body.mesh))[0];
    if (hit) view.select("component", parentOf(hit.object.userData.path) || hit.object.userData.path);
  }
}

// Offers the scene beside the diagram, if the model has shapes. Without WebGL only the diagram is shown.
function offerScene(facts) {
  const shapes = typeof THREE === "undefined" ? [] : sceneShapes(facts);
  const choice = byId("view-3d"), place = byId("scene"), diagram = byId("diagram");
  choice.hidden = shapes.length === 0;
  if (shapes.length === 0) return;
  let scene = null;
  const show = isScene => {
    place.hidden = !isScene;
    diagram.hidden = isScene;
    choice.setAttribute("aria-pressed", String(isScene));
    if (!isScene) return;
    try {
      scene = scene || new Scene(place, shapes);
      scene.resize();
    } catch {
      place.replaceChildren(element("p", "empty", "This browser has no WebGL, so the mechanism cannot be drawn."));
    }
  };
  choice.addEventListener("click", () => show(place.hidden));
  show(true);
}
