"""Whether the tests of each rule notice when its code is wrong."""
