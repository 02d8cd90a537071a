#include "daedalus/products/ide/units_offered.h"

namespace daedalus::ide {
namespace {

constexpr OfferedUnit kUnits[] = {
    {"1", "ratio"},
    {"A", "electric current"},
    {"A/m", "magnetic field strength"},
    {"C", "electric charge"},
    {"F", "capacitance"},
    {"H", "inductance"},
    {"Hz", "frequency"},
    {"J", "energy"},
    {"J/(kg.K)", "specific heat capacity"},
    {"J/K", "heat capacity"},
    {"J/kg", "specific energy"},
    {"K", "temperature"},
    {"N", "force"},
    {"N.m", "torque"},
    {"N.m.s/rad", "rotational damping"},
    {"N.m/rad", "rotational stiffness"},
    {"N.s/m", "damping"},
    {"N/m", "stiffness"},
    {"Ohm", "resistance"},
    {"Pa", "pressure"},
    {"Pa.s", "dynamic viscosity"},
    {"S", "conductance"},
    {"T", "magnetic flux density"},
    {"V", "voltage"},
    {"V/m", "electric field strength"},
    {"W", "power"},
    {"W/(m.K)", "thermal conductivity"},
    {"W/(m2.K)", "coefficient of heat transfer"},
    {"W/K", "thermal conductance"},
    {"Wb", "magnetic flux"},
    {"bar", "pressure"},
    {"cd", "luminous intensity"},
    {"deg", "angle"},
    {"degC", "temperature"},
    {"g", "mass"},
    {"h", "time"},
    {"kW.h", "energy"},
    {"kg", "mass"},
    {"kg.m2", "moment of inertia"},
    {"kg/m3", "density"},
    {"kg/mol", "molar mass"},
    {"kg/s", "mass flow rate"},
    {"km/h", "velocity"},
    {"l", "volume"},
    {"m", "length"},
    {"m/s", "velocity"},
    {"m/s2", "acceleration"},
    {"m2", "area"},
    {"m2/s", "kinematic viscosity"},
    {"m3", "volume"},
    {"m3/s", "volume flow rate"},
    {"min", "time"},
    {"mm", "length"},
    {"mol", "amount of substance"},
    {"mol/m3", "concentration"},
    {"rad", "angle"},
    {"rad/s", "angular velocity"},
    {"rad/s2", "angular acceleration"},
    {"rev/min", "rotational speed"},
    {"s", "time"},
};

}  // namespace

std::span<const OfferedUnit> OfferedUnits() {
  return kUnits;
}

}  // namespace daedalus::ide
