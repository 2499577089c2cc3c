// Many records in and out, in the sandbox and natively.

export const meta = {
  name: "raise",
  description: "Raises the total of every order by a fifth.",
  signature:
    "(orders [{id :int, customer :string, status :string, total :float}]) -> [{id :int, customer :string, status :string, total :float}]",
};

export default function raise({ orders }) {
  return orders.map((order) => ({ ...order, total: order.total * 1.2 }));
}
