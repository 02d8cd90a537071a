int placeholder_for_glob;
