"""Lists with items of several types: Python's integers and floats, NumPy's, and None. Each item is what it is in CPython, in machine
code, in the interpreter and on devices, and what has no other words stays with Python."""

import heapq
import math
import statistics
import warnings
from collections import deque

import numpy as np
import pytest
import unpython as up
from support import paths
from support.texts import function_of

# fmt: off
PROGRAMS = {
    "grow": "v=[1]\nfor i in range(n):\n    v.append(v[-1]*x if i%2 else i)\nreturn v",
    "const": "v=[0,x]\nreturn v, len(v), sum(v), max(v), min(v)",
    "rep": "v=[0]*n+[x]\nv[0]=x\nv[-1]=7\nreturn v",
    "rep2": "v=[0,x]*n\nreturn v",
    "inf": "best=[0]+[float('inf')]*n\nfor a in range(1,n+1):\n    for c in (1,3,4):\n        if c<=a and best[a-c]+1<best[a]:\n            best[a]=best[a-c]+1\nreturn best",
    "none": "v=[]\nfor i in range(n):\n    v.append(None if i%3==0 else i*x)\nreturn v",
    "none2": "v=[None]*n\nfor i in range(n):\n    if i%2:\n        v[i]=i*x\nreturn v",
    "none3": "v=[]\nfor i in range(n):\n    if i<2:\n        v.append(None)\n    elif i<4:\n        v.append(i)\n    else:\n        v.append(i*x)\nreturn v, len(v)",
    "pop": "v=[1,x,2]\na=v.pop()\nb=v.pop(0)\nv.insert(0,b*x)\nv.insert(1,3)\nreturn v,a,b",
    "popnone": "v=[1,x]\nv.pop()\nv.pop()\nreturn v.pop()",
    "idx": "v=[1,x]\nreturn v[n]",
    "del": "v=[1,x,2,x]\ndel v[1]\ndel v[-1]\nreturn v",
    "del2": "v=[1,x,2,x]\ndel v[2:]\nreturn v",
    "swap": "v=[i*x if i%2 else i for i in range(n)]\nfor i in range(len(v)//2):\n    v[i],v[len(v)-1-i]=v[len(v)-1-i],v[i]\nreturn v",
    "comp": "v=[i*x if i%2 else i for i in range(n) if i!=3]\nreturn v,[a*2 for a in v],[a for a in v if a>1]",
    "enum": "v=[i*x if i%2 else i for i in range(n)]\nt=0\nfor i,a in enumerate(v):\n    t+=i*a\nreturn t,v",
    "zip": "v=[i*x if i%2 else i for i in range(n)]\nw=list(range(n))\nreturn [a*b for a,b in zip(v,w)],sum(a-b for a,b in zip(v,w))",
    "in": "v=[0,x,3]\nreturn 3 in v, x in v, 5 in v, 3.0 in v, v.index(3), v.count(0)",
    "index": "v=[0,x]\nreturn v.index(99)",
    "rev": "v=[0,x,3]\nv.reverse()\nreturn v",
    "alias": "v=[0,x]\nw=v\nw.append(2)\nreturn v,w",
    "alias of an alias": "v = [0, x]\nw = v\nw.append(2.5)\nu = w\nu.append(n)\nreturn u",
    "second name": "v = [a * 0.5 for a in range(n)]\nw = v\nv *= 2\nreturn v, w",
    "second name of mixed": "v = [a * x if a % 2 else a for a in range(n)]\nw = v\nw.append(1.5)\nv.append(2)\nreturn v, len(w), sum(w)",
    "two names in one": "v, w = [0, x], [1.5, n]\nv, w = w, v\nv.append(3)\nreturn v, w",
    "copy": "v=[0,x]\nw=v.copy()\nw.append(2)\nreturn v,w",
    "copy2": "v=[0,x]\nw=v[:]\nw[0]=x\nreturn v,w",
    "sorted behind": "w=[i%4 for i in range(n)]\nv=[9,x]\nv.extend(sorted(w))\nv.extend(sorted(w,reverse=True))\nreturn v",
    "twice": "v=[0,x]\nreturn v,v",
    "nested": "v=[0,x]\nreturn [v,v]",
    "while": "v=[0,x,2,x]\nt=[]\nwhile v:\n    t.append(v.pop())\nreturn t,v",
    "selfadd": "v=[0,x]\nv=v+[v[0],v[1]*2]\nreturn v",
    "selfext": "v=[0,x]\nv+=[v[-1],len(v)]\nreturn v",
    "extself": "v=[0,x]\nv.extend(v)\nreturn v",
    "ext": "v=[0]\nw=[x,x+1]\nv.extend(w)\nv+=w\nreturn v,w",
    "extfrom": "v=[0,x]\nw=[5]\nfor a in v:\n    w.append(a)\nreturn w",
    "rebind": "v=[0,x]\nfor i in range(n):\n    v=[i,x*i]\n    v.append(i)\nreturn v",
    "rebind2": "out=[]\nfor i in range(n):\n    v=[i]\n    if i%2:\n        v.append(x)\n    out.append(sum(v))\nreturn out",
    "aug": "v=[0,x,1]\nfor i in range(n):\n    v[i%3]+=1\n    v[0]*=2\n    v[-1]-=x\nreturn v",
    "negzero": "v=[0]\nv.append(-0.0*x)\nv.append(x*0.0)\nreturn v",
    "nan": "v=[0]\nv.append(x-x)\nv.append(float('nan'))\nreturn v",
    "bool": "v=[True]\nv.append(x)\nreturn v",
    "bool2": "v=[1,x]\nv.append(n>2)\nreturn v",
    "np": "v=[0,x]\nv.append(np.float64(x))\nreturn v",
    "np3": "v=[0,x]\nreturn np.array(v),np.mean(v),np.array(v).sum()",
    "np4": "v=[0,1]\nfor i in range(n):\n    v.append(i if x<100 else x)\nreturn np.array(v)",
    "np5": "v=[0]\nw=[1]\nfor i in range(n):\n    v.append(x*i)\n    w.append(i)\nreturn np.array([v,w]),np.array([v,v])",
    "tuple": "h=[(0,n)]\nfor i in range(1,n):\n    h.append((i,h[-1][1]*x))\nreturn h,h[-1],max(r[1] for r in h)",
    "tuple2": "h=[(n,0)]\np=n\nfor i in range(n):\n    p=p+x*p\n    h.append((p,i))\nreturn np.array(h)",
    "exc": "v=[0,x]\nfor i in range(n):\n    if i==2:\n        raise ValueError('no')\n    v.append(i)\nreturn v",
    "str": "v=[0,x]\nreturn str(v)",
    "cmp": "v=[0,x]\nw=[0,x]\nreturn v==w, v!=w, v<w",
    "sort": "v=[i*x if i%2 else i for i in range(n)]\nv.sort()\nreturn v",
    "sorted": "v=[i*x if i%2 else -i for i in range(n)]\nreturn sorted(v), sorted(v,reverse=True)",
    "heap": "h=[3,x]\nheapify(h)\nheappush(h,1)\nheappush(h,0.5*x)\nout=[]\nwhile h:\n    out.append(heappop(h))\nreturn out",
    "ternary": "v=[0]\nfor i in range(n):\n    v.append(i if i<3 else i*x)\nreturn v if v else None",
    "opt": "v=[0,x]\na=v[n%2]\nif isinstance(a,float):\n    return 'float'\nreturn 'int'",
    "isint": "v=[0,x,4]\nreturn sum(1 for a in v if isinstance(a,int)), [type(a) is float for a in v]",
    "func": "def g(q):\n    return q*2\nv=[0,x]\nreturn [g(a) for a in v]",
    "div": "v=[]\nfor i in range(1,n+1):\n    v.append(i if n%i==0 else n/i)\nreturn v",
    "med": "s=sorted([5,3,x and 8,1])\nm=[]\nfor k in range(1,len(s)+1):\n    q=s[:k]\n    m.append(q[k//2] if k%2 else (q[k//2-1]+q[k//2])/2)\nreturn m",
    "mat": "m=[[0,x],[1,2]]\nreturn m",
    "deque": "q=deque([0])\nq.append(x)\nq.append(2)\nreturn list(q)",
    "dict": "d={}\nfor i in range(n):\n    d[i]=i if i%2 else i*x\nreturn d",
    "dict2": "d={1:0}\nd[2]=x\nreturn d[1],d[2],d",
    "accum": "t=0\nv=[]\nfor i in range(n):\n    t+=i\n    v.append(t)\n    if i==3:\n        t*=x\nreturn v",
    "gradient": "w=0\nhist=[w]\nfor _ in range(n):\n    w=w-0.1*(2*(w-x))\n    hist.append(w)\nreturn hist, hist[-1]",
    "slices": "v=[i*x if i%2 else i for i in range(n)]\nreturn v[1:], v[::-1], v[-1], v[:2]",
    "slsum": "v=[i*x if i%2 else i for i in range(n)]\nreturn sum(v[1:]), [a for a in v[::-1]], max(v[:3])",
    "prange2": "a=np.zeros(n)\nfor i in prange(n):\n    v=[0]\n    v.append(x*i)\n    a[i]=v[0]+v[1]\nreturn a",
    "unpack": "v=[1,x]\na,b=v\nreturn b,a",
    "star": "v=[1,x,2]\na,*r=v\nreturn r,a",
    "forelse": "v=[1,x,2]\nfor a in v:\n    if a==n:\n        break\nelse:\n    a=-1\nreturn a",
    "loopchg": "v=[1,x]\nfor a in v:\n    if len(v)<6:\n        v.append(a+1)\nreturn v",
    "loopset": "v=[1,x,3]\nfor i,a in enumerate(v):\n    v[(i+1)%3]=a*2\nreturn v",
    "clear": "v=[1,x]\nv.clear()\nv.append(n)\nreturn v",
    "remove": "v=[1,x,n]\nv.remove(n)\nv.remove(1)\nreturn v",
    "removeno": "v=[1,x]\nv.remove(77)\nreturn v",
    "inlist": "v=[1,x]\nw=[v[0],v[1],3]\nv[0]=9\nreturn w,v",
    "onlyint": "v=[0]\nif n>100:\n    v.append(x)\nreturn v, sum(v)",
    "neg": "v=[0,x]\nreturn [-a for a in v],[abs(a) for a in v],[a//2 for a in v],[a%3 for a in v],[a**2 for a in v]",
    "any": "v=[0,x-x]\nreturn any(v), all(v)",
}

OF_NUMPY = {
    "a": "v=[0.0]\nfor i in range(n):\n    v.append(v[-1]+a[i]*x)\nreturn v",
    "b": "v=[0]\nfor k in b:\n    v.append(k)\nreturn v",
    "c": "best=0\nout=[]\nfor y in a:\n    if y>best:\n        best=y\n    out.append(best)\nreturn out",
    "d": "q=[0]\nseen=[]\nwhile q:\n    k=q.pop(0)\n    seen.append(k)\n    for j in b:\n        if j not in seen and j not in q and j<4:\n            q.append(j)\nreturn seen",
    "e": "v=[1.5,a[0],a[1]]\nreturn v, sum(v), max(v)",
    "f": "v=[0]\nfor i in range(n):\n    v.append(a[i])\n    v.append(x)\n    v.append(b[i])\nreturn v",
    "g": "v=[0.0]*n\nfor i in range(n):\n    v[i]=a[i]\nreturn v",
    "h": "v=[None]*n\nfor i in range(n):\n    if a[i]>0.5:\n        v[i]=a[i]\nreturn v",
    "i": "v=[0]*n\nfor i in range(n):\n    v[i]=b[i]\nreturn v,[int(k) for k in v]",
    "j": "v=[0.0]\nfor i in range(n):\n    v.append(a[i])\nreturn np.array(v), np.mean(v), np.cumsum(v)",
    "k": "v=[0.0]\nfor i in range(n):\n    v.append(a[i])\nreturn [y*2 for y in v], [y/0.0 if y>0 else y for y in v]",
    "l": "v=[1]\nfor k in b:\n    v.append(k*2**40)\nreturn [y*2**30 for y in v]",
    "m": "d={0:0}\nfor i in range(n):\n    d[i+1]=b[i]\nreturn d",
    "n": "v=[0.0]\nw=[0.0]\nfor i in range(n):\n    v.append(v[-1]+a[i])\n    w.append(v[-1]*0.5)\nreturn v,w",
    "o": "h=[(0.0,0)]\nfor i in range(n):\n    h.append((a[i],i))\nreturn h, max(h), min(h)",
    "p": "h=[(0.0,0)]\nfor i in range(n):\n    heappush(h,(a[i],i))\nout=[]\nwhile h:\n    out.append(heappop(h))\nreturn out",
    "q": "v=[0.0]\nfor i in range(n):\n    v.append(a[i])\nv.sort()\nreturn v, sorted(v,reverse=True)",
    "r": "v=[0.0]\nfor i in range(n):\n    v.append(a[i])\nreturn [type(y) is float for y in v],[isinstance(y,float) for y in v],[isinstance(y,np.floating) for y in v]",
    "s": "v=[0.0]\nfor i in range(n):\n    v.append(np.float32(a[i]))\nreturn v",
    "t": "v=[]\nfor i in range(n):\n    v.append(a[i] if a[i]>0.5 else 0.0)\nreturn v",
    "u": "v=[]\nfor i in range(n):\n    v.append(a[i] if a[i]>0.5 else 0)\nreturn v, sum(v)",
    "v": "v=[]\nfor i in range(n):\n    v.append(max(a[i],0))\nreturn v",
    "w": "v=[]\nfor i in range(n):\n    v.append(max(0.0,a[i]-0.5))\nreturn v, v[0]",
    "x": "t=[0]\nfor i in range(n):\n    t.append(t[-1]+b[i])\nreturn t, t[-1]",
    "y": "t=[0]\nfor i in range(n):\n    t.append(t[-1]+int(b[i]))\nreturn t, t[-1]",
    "z": "v=[True]\nfor i in range(n):\n    v.append(a[i]>0.5)\nreturn v",
}
# fmt: on
#: What Python runs.
IN_PYTHON = {"alias of an alias", "second name", "second name of mixed", "two names in one"} | set("alias twice nested extself bool bool2 np3 np4 np5 str ternary med deque slsum star loopchg tuple2".split())
IN_PYTHON_OF_NUMPY = set("j k l o p s z".split())

PLACES = [(5, 1.5), (5, 2.0), (0, 0.25), (1, -3.5), (9, 1e300)]
A = np.array([0.25, 0.75, 1.5, 0.0, -0.0, 3.0])
B = np.array([1, 3, 2, 0, 3, 1])


def _function(body, parameters):
    names = {"heapq": heapq, "math": math, "statistics": statistics, "deque": deque, "heapify": heapq.heapify, "heappush": heapq.heappush, "heappop": heapq.heappop}
    return function_of(f"def f({parameters}):\n" + "".join(f"    {line}\n" for line in body.split("\n")), **names)


def _shown(value):
    if isinstance(value, (list, tuple)):
        return type(value), [_shown(item) for item in value]
    if isinstance(value, dict):
        return type(value), [(_shown(k), _shown(v)) for k, v in value.items()]
    if isinstance(value, np.ndarray):
        return value.dtype, value.shape, _shown(value.tolist())
    return type(value), f"{value:.12g}" if isinstance(value, float) else repr(value)  # fused multiplications round once


def _outcome(function, arguments):
    with np.errstate(all="ignore"):
        try:
            return _shown(function(*arguments))
        except Exception as error:
            return type(error), error.args


def _agree(body, parameters, calls, stays):
    function = _function(body, parameters)
    compiled = up.jit(strict=False)(function)
    devices = [up.jit(strict=False, device=device)(function) for device in paths.DEVICES]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for given in calls:
            expected = _outcome(function, given)
            assert _outcome(compiled, given) == expected
            assert stays or compiled.ran_on == "cpu"
            for other in devices:
                assert _outcome(other, given) == expected


@pytest.mark.parametrize("name", PROGRAMS)
def test_of_python(name):
    _agree(PROGRAMS[name], "n, x", PLACES, name in IN_PYTHON)


@pytest.mark.parametrize("name", OF_NUMPY)
def test_of_numpy(name):
    calls = [(A, B, 6, 1.5), (A, B, 2, 2.0), (A, B, 0, 0.25), (A[::-1], B[::2], 3, 1e300)]
    _agree(OF_NUMPY[name], "a, b, n, x", calls, name in IN_PYTHON_OF_NUMPY)


def test_a_list_that_gets_numbers_of_another_type_alone():
    """The function that was made for floats, integers and None has no place for uint8."""

    def noted(values, wanted):
        found = []
        for v in values:
            if v == wanted:
                found.append(None)
            else:
                found.append(v)
        return found

    compiled = up.jit(strict=False)(noted)
    for values, wanted in (
        (np.zeros(0), 1), (np.array([1, 2], np.uint8), None), (np.array([True]), None), (np.array([1j]), None), (np.ones(2, np.float32), None),
        (np.array([1.5, 2], np.float16), None), (np.array([1, 2], 'm8[s]'), None), (np.array([1, 2]).view('M8[s]'), None),
        (np.arange(3.0), 1), (np.arange(3), 1),
    ):  # fmt: skip
        assert repr(compiled(values, wanted)) == repr(noted(values, wanted))


PAIR = (3, 4)


def list_and_global(a, t):
    return [1, 2] + PAIR


def list_and_given(a, t):
    return [int(a[0]), 2.5] + t


def given_and_list(a, t):
    return t + [1, 2.5] + [True]


def named_and_part(a, t):
    xs = [1, 2.5]
    return xs + t[:1]


def two_parts(a, t):
    x = (1, 2)[0:1]
    y = [3]
    return x + y


@pytest.mark.parametrize("function", (list_and_global, list_and_given, given_and_list, named_and_part, two_parts))
def test_a_list_and_a_tuple_are_not_added(function):
    with pytest.raises(TypeError, match="can only concatenate"):
        function(np.ones(2), (3, 4.5))
    with pytest.raises((up.CompileError, NotImplementedError, TypeError)):
        up.jit(strict=True)(function)(np.ones(2), (3, 4.5))
    with pytest.raises(TypeError, match="can only concatenate"), up.options(strict=False), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        up.jit(function)(np.ones(2), (3, 4.5))


@pytest.mark.parametrize("text", ("max([1], (1,))", "min((1, 2), [1, 2])", "max([1], [2], (3,))", "max(x, (1, 2))", "min((1, 2), x)"))
def test_a_list_and_a_tuple_have_no_order(text):
    function = function_of(f"def f(n):\n    x = [n, n]\n    return {text}\n")
    with pytest.raises(TypeError, match="not supported between instances"):
        function(1)
    with pytest.raises((up.CompileError, NotImplementedError, TypeError)):
        up.jit(strict=True)(function)(1)
    with pytest.raises(TypeError, match="not supported between instances"), up.options(strict=False), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        up.jit(function)(1)


@pytest.mark.parametrize("copied", ("v[::-1]", "v[1:]", "v.copy()", "v[1:][::-1]"))
def test_a_copy_of_an_array_is_no_list_of_mixed_numbers(copied):
    """Its items are NumPy's numbers, those of the dict Python's."""
    function = function_of(f"""
def f(v, k):
    d = {{a: k for a in (1, 2)}}
    l = list(d)
    l = {copied}
    for y in l:
        d[y] = d.get(y, 0) + 1
    return l
""")
    with up.options(strict=False), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = up.jit(function)(np.arange(5), 2)
    expected = function(np.arange(5), 2)
    assert type(found) is type(expected) and found.tolist() == expected.tolist()
