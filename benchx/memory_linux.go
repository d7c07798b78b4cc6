package benchx

import "syscall"

const mapPopulate = syscall.MAP_POPULATE
