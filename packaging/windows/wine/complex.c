/* What ucrtbase.dll of Wine 10 lacks: C's functions of complex numbers, which abort there. numpy calls
   them when it is imported. Only for the test bench: shims.sh puts them before all that Wine's own
   library exports. Windows has no C99 complex: a number is a struct, and long double is double. */
#include <complex.h>


typedef struct { double r, i; } pair;
typedef struct { float r, i; } pairf;
#define IN(z) __builtin_complex((double)(z).r, (double)(z).i)

static pair out(double complex z) { pair p = { creal(z), cimag(z) }; return p; }
static pairf outf(double complex z) { pairf p = { (float)creal(z), (float)cimag(z) }; return p; }
static double norm(double complex z) { return creal(z) * creal(z) + cimag(z) * cimag(z); }

#define TO_COMPLEX(name) \
    pair shim_##name(pair z) { return out(name(IN(z))); } \
    pair shim_##name##l(pair z) { return out(name(IN(z))); } \
    pairf shim_##name##f(pairf z) { return outf(name(IN(z))); }
#define TO_REAL(name) \
    double shim_##name(pair z) { return name(IN(z)); } \
    double shim_##name##l(pair z) { return name(IN(z)); } \
    float shim_##name##f(pairf z) { return (float)name(IN(z)); }

TO_COMPLEX(cacos) TO_COMPLEX(cacosh) TO_COMPLEX(casin) TO_COMPLEX(casinh) TO_COMPLEX(catan)
TO_COMPLEX(catanh) TO_COMPLEX(ccos) TO_COMPLEX(ccosh) TO_COMPLEX(cexp) TO_COMPLEX(clog)
TO_COMPLEX(conj) TO_COMPLEX(cproj) TO_COMPLEX(csin) TO_COMPLEX(csinh) TO_COMPLEX(csqrt)
TO_COMPLEX(ctan) TO_COMPLEX(ctanh)
TO_REAL(cabs) TO_REAL(carg) TO_REAL(cimag) TO_REAL(creal) TO_REAL(norm)

pair shim_cpow(pair z, pair w) { return out(cpow(IN(z), IN(w))); }
pair shim_cpowl(pair z, pair w) { return out(cpow(IN(z), IN(w))); }
pairf shim_cpowf(pairf z, pairf w) { return outf(cpow(IN(z), IN(w))); }
