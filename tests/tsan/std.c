/* The locks of std synchronise threads by instructions that ThreadSanitizer does not see where std is not built for it. `run.sh` has the linker
 * call these functions in place of three of std, LOCK, WAIT and ONCE. */

typedef unsigned long word;
void __tsan_acquire(void *);
void __tsan_release(void *);

#define JOINED(a, b) a##b
#define JOIN(a, b) JOINED(a, b)
#define REAL(name) JOIN(__real_, name)
#define WRAP(name) JOIN(__wrap_, name)

/* Locks a mutex that another thread has locked. Where none has, the code is inlined, and seen. */
void REAL(LOCK)(void *mutex);
void WRAP(LOCK)(void *mutex) {
    REAL(LOCK)(mutex);
    __tsan_acquire(mutex);
}

/* Unlocks the mutex, waits, and locks it again. */
void REAL(WAIT)(void *condvar, void *mutex);
void WRAP(WAIT)(void *condvar, void *mutex) {
    __tsan_release(mutex);
    REAL(WAIT)(condvar, mutex);
    __tsan_acquire(mutex);
}

/* Calls a function, unless it was called before. */
word REAL(ONCE)(void *once, word a, word b, word c, word d, word e);
word WRAP(ONCE)(void *once, word a, word b, word c, word d, word e) {
    word result = REAL(ONCE)(once, a, b, c, d, e);
    __tsan_acquire(once);
    __tsan_release(once);
    return result;
}
