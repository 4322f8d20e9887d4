/* Stands between a program and its disk, for files whose path holds ".gridwar".

   Loaded by LD_PRELOAD. It lets the n-th call fail, once or from then on, or writes every call into
   a record, out of which a cut of the power can be played afterwards. The program sets it through
   the names that begin with shim_.

   A record of a call: operation (1 byte), length of the path (4), offset (8), size (8), then the
   path and, for a write, what was written. Operations: W write, T truncate, S sync of a file, D sync
   of a folder, U unlink, R rename (both paths, a line feed between them), M a mark of the program's. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define MOST_FILES 4096
#define MOST_PATH 1024

long shim_fail_at;   /* which call fails, 1 the first; 0 none */
long shim_for_good;  /* and all after it */
long shim_reads;     /* reads are counted and fail, instead of writes */
long shim_calls;     /* how many there have been */
int shim_errno = EIO;

static int record = -1;
static char paths[MOST_FILES][MOST_PATH];

#define REAL(result, name, ...)                              \
    static result (*real)(__VA_ARGS__);                      \
    if (!real) real = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

static int path_of(int fd, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, MOST_PATH - 1);
    if (size <= 0) return 0;
    path[size] = 0;
    return 1;
}

/* Return the path of an open file that concerns us, else NULL; asked of the system once a file. */
static const char *ours(int fd) {
    if (fd < 0 || fd >= MOST_FILES || fd == record) return NULL;
    if (!paths[fd][0]) {
        if (!path_of(fd, paths[fd])) return NULL;
        if (!strstr(paths[fd], ".gridwar")) strcpy(paths[fd], "-");
    }
    return paths[fd][0] == '-' ? NULL : paths[fd];
}

static int fails(int is_read) {
    if (!!shim_reads != is_read) return 0;
    shim_calls++;
    if (!shim_fail_at || shim_calls < shim_fail_at) return 0;
    if (shim_calls > shim_fail_at && !shim_for_good) return 0;
    errno = shim_errno;
    return 1;
}

static void put(const void *data, size_t size) {
    REAL(ssize_t, write, int, const void *, size_t);
    if (real(record, data, size) != (ssize_t)size) { close(record); record = -1; }
}

static void note(char what, const char *path, uint64_t at, uint64_t size, const void *data) {
    if (record < 0) return;
    uint32_t length = strlen(path);
    char head[21];
    head[0] = what;
    memcpy(head + 1, &length, 4);
    memcpy(head + 5, &at, 8);
    memcpy(head + 13, &size, 8);
    put(head, sizeof head);
    put(path, length);
    if (data) put(data, size);
}

/* Begin to write a record; for the program. */
int shim_record(const char *path) {
    record = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    return record;
}

/* Put words of the program's into the record. */
void shim_mark(const char *words) { note('M', words, 0, 0, NULL); }

ssize_t write(int fd, const void *data, size_t size) {
    REAL(ssize_t, write, int, const void *, size_t);
    const char *path = ours(fd);
    if (path) {
        if (fails(0)) return -1;
        note('W', path, (uint64_t)lseek(fd, 0, SEEK_CUR), size, data);
    }
    return real(fd, data, size);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t);
    const char *path = ours(fd);
    if (path) {
        if (fails(0)) return -1;
        note('W', path, (uint64_t)at, size, data);
    }
    return real(fd, data, size, at);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
    return pwrite64(fd, data, size, at);
}

ssize_t pread64(int fd, void *data, size_t size, off64_t at) {
    REAL(ssize_t, pread64, int, void *, size_t, off64_t);
    if (ours(fd) && fails(1)) return -1;
    return real(fd, data, size, at);
}

ssize_t pread(int fd, void *data, size_t size, off_t at) { return pread64(fd, data, size, at); }

int ftruncate64(int fd, off64_t size) {
    REAL(int, ftruncate64, int, off64_t);
    const char *path = ours(fd);
    if (path) {
        if (fails(0)) return -1;
        note('T', path, (uint64_t)size, 0, NULL);
    }
    return real(fd, size);
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

static int synced(int fd) {
    char folder[MOST_PATH];
    const char *path = ours(fd);
    if (path) {
        if (fails(0)) return -1;
        note('S', path, 0, 0, NULL);
    } else if (record >= 0 && path_of(fd, folder)) {
        note('D', folder, 0, 0, NULL);
    }
    return 0;
}

int fsync(int fd) {
    REAL(int, fsync, int);
    return synced(fd) ? -1 : real(fd);
}

int fdatasync(int fd) {
    REAL(int, fdatasync, int);
    return synced(fd) ? -1 : real(fd);
}

int unlink(const char *path) {
    REAL(int, unlink, const char *);
    if (strstr(path, ".gridwar")) {
        if (fails(0)) return -1;
        note('U', path, 0, 0, NULL);
    }
    return real(path);
}

int rename(const char *from, const char *to) {
    REAL(int, rename, const char *, const char *);
    if (strstr(to, ".gridwar")) {
        char both[2 * MOST_PATH];
        if (fails(0)) return -1;
        snprintf(both, sizeof both, "%s\n%s", from, to);
        note('R', both, 0, 0, NULL);
    }
    return real(from, to);
}

int close(int fd) {
    REAL(int, close, int);
    if (fd >= 0 && fd < MOST_FILES) paths[fd][0] = 0;
    return real(fd);
}
