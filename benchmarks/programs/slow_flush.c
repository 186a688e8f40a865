/* Makes each flush to the disk take SLOW_FLUSH_MS longer. Loaded with LD_PRELOAD. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define SLOW(name)                                                                                         \
    int name(int fd) {                                                                                     \
        static int (*real)(int);                                                                           \
        const char *told = getenv("SLOW_FLUSH_MS");                                                        \
        long ms = told ? atol(told) : 0;                                                                   \
        struct timespec pause = {ms / 1000, ms % 1000 * 1000000};                                          \
        if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, #name);                                           \
        nanosleep(&pause, NULL);                                                                           \
        return real(fd);                                                                                   \
    }
SLOW(fsync)
SLOW(fdatasync)
