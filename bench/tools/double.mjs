// A small call, in the sandbox and natively.

export const meta = {
  name: "double",
  description: "Doubles the total of an order.",
  signature: "(order {id :int, customer :string, total :float}) -> {id :int, customer :string, total :float}",
};

export default function double({ order }) {
  return { ...order, total: order.total * 2 };
}
