// The native twins of workloads.clj: what one would write by hand in JavaScript, over plain objects, arrays and Maps. The
// one exception to "by hand" is update-in, which keeps its data immutable as the Lisp version must.

const departments = ["sales", "support", "design", "legal", "people", "research"];
const places = ["Bergen", "Porto", "Izmir", "Quebec", "Hanoi", "Nairobi", "Osaka", "Lyon"];
const noise = (i) => (((i * 7919 + 17) % 104729) * 16807) % 65537;
const range = (n) => Array.from({ length: n }, (_, i) => i);

function person(id) {
  const r = noise(id);
  return {
    id,
    name: `user-${id}`,
    department: departments[r % 6],
    age: 20 + (r % 45),
    salary: 30000 + ((r * 31) % 90001),
    active: r % 2 === 0,
    place: places[r % 8],
  };
}

const people = range(10000).map(person);
const csvText = people
  .slice(0, 5000)
  .map((p) => [p.id, p.name, p.place, p.age, p.salary].join(","))
  .join("\n");
const prose = range(28000)
  .map((i) => `word${(noise(i) * noise(i + 3)) % 499}`)
  .join(" ");
const mailLog = range(4000)
  .map((i) => `at=${i} from user${noise(i)}@host${i % 7}.com level=info sent ${noise(i + 1)}`)
  .join("\n");
const points = range(100).map((i) => ({ x: i, y: 2 * i, zs: [i, 1, 2, 3] }));

function fib(n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

function tak(x, y, z) {
  return y < x ? tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y)) : z;
}

const sum = (a, b) => a + b;

export const workloads = {
  fib: () => fib(25),
  loop: () => {
    let total = 0;
    for (let i = 0; i < 1000000; i++) total += i;
    return total;
  },
  // The same loop: JavaScript has no range to reduce over, and nobody would build the array.
  "reduce-range": () => {
    let total = 0;
    for (let i = 0; i < 1000000; i++) total += i;
    return total;
  },
  pipeline: () =>
    people
      .filter((p) => p.active && p.age > 30)
      .map((p) => p.salary * 2)
      .reduce(sum, 0),
  "group-by": () => {
    const byDepartment = new Map();
    for (const p of people) {
      const group = byDepartment.get(p.department);
      if (group === undefined) byDepartment.set(p.department, [p]);
      else group.push(p);
    }
    const byPlace = new Map();
    for (const p of people) byPlace.set(p.place, (byPlace.get(p.place) ?? 0) + 1);
    return byDepartment.get("sales").length + 10 * byDepartment.get("people").length + 100 * byPlace.get("Izmir");
  },
  "sort-by": () => {
    const sorted = [...people].sort((a, b) => a.salary - b.salary);
    return sorted[0].id + sorted[5000].id + sorted[sorted.length - 1].salary;
  },
  csv: () =>
    csvText
      .split(/\r?\n/)
      .map((line) => {
        const [id, name, place, age, salary] = line.split(",");
        return { id, name, place, age: Number.parseInt(age, 10), salary: Number.parseInt(salary, 10) };
      })
      .filter((row) => row.age > 30)
      .map((row) => row.salary)
      .reduce(sum, 0),
  "update-in": () => {
    let state = {};
    for (let i = 0; i < 20000; i++) {
      const users = state.users ?? {};
      const user = users[i % 50] ?? {};
      state = { ...state, users: { ...users, [i % 50]: { ...user, count: (user.count ?? 0) + 1 } } };
      state = { ...state, meta: { ...state.meta, last: i } };
    }
    return state.users[7].count + state.meta.last;
  },
  "assoc-100k": () => {
    const squares = new Map();
    for (let i = 0; i < 100000; i++) squares.set(i, i * i);
    return squares.size + squares.get(777);
  },
  "into-100k": () => {
    const squares = new Map(range(100000).map((i) => [i, i * i]));
    return squares.size + squares.get(777);
  },
  "word-count": () => {
    const counts = new Map();
    for (const word of prose.split(/\s+/)) counts.set(word, (counts.get(word) ?? 0) + 1);
    return 1000 * counts.size + counts.get("word7");
  },
  tak: () => tak(18, 12, 6),
  destructuring: () => {
    let total = 0;
    for (let i = 0; i < 100000; i++) {
      const { x, y, zs } = points[i % 100];
      const [a, b, ...more] = zs;
      total += x + y + a + b + more.length;
    }
    return total;
  },
  "re-seq": () =>
    [...mailLog.matchAll(/(\w+)@(\w+)\.com/g)].map(([_, user, host]) => user.length + host.length).reduce(sum, 0),
};
