/* Writes down what a process does to files below a folder, for a model of a power cut.

   Loaded with LD_PRELOAD. WRITE_LOG names the log, WRITE_LOG_BELOW the folder. Each record is a header, the
   path and the data. A write is logged before it is done. A flush is logged when it begins and when it has
   ended: what was logged before its beginning is on the disk at its end. With WRITE_LOG_ENDS the end of each
   write is logged as well: of several processes one may begin a flush before the write of another is done. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE = 'w', WRITE_END = 'd', SYNC_BEGIN = 'b', SYNC_END = 'e', TRUNCATE = 't', UNLINK = 'u', RENAME = 'r' };

struct __attribute__((packed)) header {
    uint8_t op;
    uint32_t process, path, data;
    uint64_t offset;
};

static int log_fd = -2;
static char below[PATH_MAX];
static size_t below_length;
static int has_ends;

#define REAL(type, name, ...)                                                                              \
    static type (*real)(__VA_ARGS__);                                                                      \
    if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static int is_on(void) {
    if (log_fd == -2) {
        const char *path = getenv("WRITE_LOG"), *folder = getenv("WRITE_LOG_BELOW");
        log_fd = -1;
        if (path && folder && strlen(folder) < sizeof below) {
            strcpy(below, folder);
            below_length = strlen(below);
            has_ends = getenv("WRITE_LOG_ENDS") != NULL;
            log_fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
        }
    }
    return log_fd >= 0;
}

static void note(uint8_t op, const char *path, uint64_t offset, const void *data, size_t length) {
    struct header head = {op, (uint32_t)getpid(), (uint32_t)strlen(path), (uint32_t)length, offset};
    struct iovec parts[3] = {{&head, sizeof head}, {(void *)path, head.path}, {(void *)data, length}};
    REAL(ssize_t, "writev", int, const struct iovec *, int);
    int kept = errno;
    if (real(log_fd, parts, 3) != (ssize_t)(sizeof head + head.path + length)) abort();
    errno = kept;
}

/* Path of an open file below the folder, or NULL. */
static const char *path_of(int fd, char *room) {
    char link[64];
    struct stat facts;
    int kept = errno;
    if (!is_on() || fd == log_fd) return NULL;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, room, PATH_MAX - 1);
    int is_file = length > 0 && fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_nlink > 0;
    errno = kept;
    if (!is_file) return NULL;
    room[length] = 0;
    return strncmp(room, below, below_length) ? NULL : room;
}

static void note_write(int fd, const void *data, size_t length, off_t offset) {
    char room[PATH_MAX];
    const char *path = path_of(fd, room);
    if (path) note(WRITE, path, (uint64_t)offset, data, length);
}

static ssize_t note_end(int fd, ssize_t done) {
    char room[PATH_MAX];
    const char *path = is_on() && has_ends ? path_of(fd, room) : NULL;
    if (path) note(WRITE_END, path, 0, "", 0);
    return done;
}

static off_t place_in(int fd) {
    struct stat facts;
    int kept = errno;
    int flags = fcntl(fd, F_GETFL);
    off_t place = lseek(fd, 0, SEEK_CUR);
    if (flags >= 0 && (flags & O_APPEND) && fstat(fd, &facts) == 0) place = facts.st_size;
    errno = kept;
    return place;
}

ssize_t write(int fd, const void *data, size_t length) {
    REAL(ssize_t, "write", int, const void *, size_t);
    char room[PATH_MAX];
    if (path_of(fd, room)) note_write(fd, data, length, place_in(fd));
    return note_end(fd, real(fd, data, length));
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    REAL(ssize_t, "writev", int, const struct iovec *, int);
    char room[PATH_MAX];
    if (path_of(fd, room)) {
        off_t place = place_in(fd);
        for (int at = 0; at < count; place += parts[at++].iov_len)
            note_write(fd, parts[at].iov_base, parts[at].iov_len, place);
    }
    return note_end(fd, real(fd, parts, count));
}

#define PWRITE(name)                                                                                       \
    ssize_t name(int fd, const void *data, size_t length, off_t offset) {                                  \
        REAL(ssize_t, #name, int, const void *, size_t, off_t);                                            \
        note_write(fd, data, length, offset);                                                              \
        return note_end(fd, real(fd, data, length, offset));                                               \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

#define PWRITEV(name)                                                                                      \
    ssize_t name(int fd, const struct iovec *parts, int count, off_t offset) {                             \
        REAL(ssize_t, #name, int, const struct iovec *, int, off_t);                                       \
        off_t place = offset;                                                                              \
        for (int at = 0; at < count; place += parts[at++].iov_len)                                         \
            note_write(fd, parts[at].iov_base, parts[at].iov_len, place);                                  \
        return note_end(fd, real(fd, parts, count, offset));                                               \
    }
PWRITEV(pwritev)
PWRITEV(pwritev64)

#define SYNC(name)                                                                                         \
    int name(int fd) {                                                                                     \
        REAL(int, #name, int);                                                                             \
        char room[PATH_MAX];                                                                               \
        const char *path = path_of(fd, room);                                                              \
        if (path) note(SYNC_BEGIN, path, 0, "", 0);                                                        \
        int done = real(fd);                                                                               \
        if (path && done == 0) note(SYNC_END, path, 0, "", 0);                                             \
        return done;                                                                                       \
    }
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATED(name)                                                                                    \
    int name(int fd, off_t length) {                                                                       \
        REAL(int, #name, int, off_t);                                                                      \
        char room[PATH_MAX];                                                                               \
        const char *path = path_of(fd, room);                                                              \
        if (path) note(TRUNCATE, path, (uint64_t)length, "", 0);                                           \
        return (int)note_end(fd, real(fd, length));                                                        \
    }
TRUNCATED(ftruncate)
TRUNCATED(ftruncate64)

int unlink(const char *path) {
    REAL(int, "unlink", const char *);
    char room[PATH_MAX];
    if (is_on() && realpath(path, room) && !strncmp(room, below, below_length)) note(UNLINK, room, 0, "", 0);
    return real(path);
}

int rename(const char *from, const char *to) {
    REAL(int, "rename", const char *, const char *);
    char before[PATH_MAX], after[PATH_MAX];
    int is_ours = is_on() && realpath(from, before) && !strncmp(before, below, below_length);
    int done = real(from, to);
    if (is_ours && done == 0 && realpath(to, after)) note(RENAME, before, 0, after, strlen(after));
    return done;
}
