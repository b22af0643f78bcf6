// What a process costs before it does anything.
print("ok")
