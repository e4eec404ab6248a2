// Marks what libunpython exports; everything else is hidden.
#pragma once
#define UNPYTHON_API __attribute__((visibility("default")))
