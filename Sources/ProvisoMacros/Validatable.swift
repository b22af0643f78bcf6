import Proviso
