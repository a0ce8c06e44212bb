import type { Programs } from '../../problem.ts';
import type { Rule } from './solvers.ts';

/** Two right programs in Python, and faults of the first one. */
export const python = ({ own }: Rule, entry: string): Programs => ({
  right: [
    `class Open:
    def __init__(self, id, price, left, owner):
        self.id = id
        self.price = price
        self.left = left
        self.owner = owner


def insert(side, order, before):
    at = 0
    while at < len(side) and not before(order.price, side[at].price):
        at += 1
    side.insert(at, order)


def ${entry}(orders):
    buys = []
    sells = []
    trades = []
    for id, side, price, size, owner in orders:
        if side == "cancel":
            buys = [o for o in buys if o.id != id]
            sells = [o for o in sells if o.id != id]
            continue
        if side == "buy":
            mine, others = buys, sells
        else:
            mine, others = sells, buys
        left = size
        for other in list(others):
            if left == 0:
                break
            if side == "buy" and other.price > price:
                break
            if side == "sell" and other.price < price:
                break
            if ${own === 'skip' ? 'other.owner == owner' : 'False'}:
                continue
            pieces = min(left, other.left)
            trades.append([id, other.id, other.price, pieces])
            left -= pieces
            other.left -= pieces
            if other.left == 0:
                others.remove(other)
        if left > 0:
            before = (lambda a, b: a > b) if side == "buy" else (lambda a, b: a < b)
            insert(mine, Open(id, price, left, owner), before)
    rest = lambda side: [[o.id, o.price, o.left] for o in side]
    return [trades, rest(buys), rest(sells)]`,
    `def ${entry}(orders):
    open_orders = {}
    trades = []
    for number, (id, side, price, size, owner) in enumerate(orders):
        if side == "cancel":
            open_orders.pop(id, None)
            continue
        sign = 1 if side == "buy" else -1

        def fits(other):
            return other["side"] != side and sign * other["price"] <= sign * price${own === 'skip' ? ' and other["owner"] != owner' : ''}

        partners = sorted(filter(fits, open_orders.values()), key=lambda o: (sign * o["price"], o["number"]))
        for other in partners:
            pieces = min(size, other["left"])
            if pieces == 0:
                break
            trades.append([id, other["id"], other["price"], pieces])
            size -= pieces
            other["left"] -= pieces
            if not other["left"]:
                del open_orders[other["id"]]
        if size:
            open_orders[id] = dict(id=id, side=side, price=price, left=size, owner=owner, number=number)
    result = [trades]
    for side, sign in (("buy", -1), ("sell", 1)):
        rest = sorted((o for o in open_orders.values() if o["side"] == side), key=lambda o: sign * o["price"])
        result.append([[o["id"], o["price"], o["left"]] for o in rest])
    return result`,
  ],
  faults: [
    {
      name: 'trades at the price of the new order',
      edits: [['trades.append([id, other.id, other.price, pieces])', 'trades.append([id, other.id, price, pieces])']],
      fails: ['one trade', 'the best price first', 'orders of the same owner'],
    },
    {
      name: 'equal prices do not meet',
      edits: [
        ['other.price > price', 'other.price >= price'],
        ['other.price < price', 'other.price <= price'],
      ],
      fails: [
        'equal prices meet',
        'who came first at equal prices',
        'cancelled orders',
        'orders of the same owner',
        'the best price first',
      ],
    },
    {
      name: 'who comes last stands first',
      edits: [
        ['(lambda a, b: a > b) if', '(lambda a, b: a >= b) if'],
        ['else (lambda a, b: a < b)', 'else (lambda a, b: a <= b)'],
      ],
      fails: ['who came first at equal prices'],
    },
    {
      name: 'cancels sell orders alone',
      edits: [['            buys = [o for o in buys if o.id != id]\n', '']],
      fails: ['cancelled orders', 'no orders'],
    },
    {
      name: 'the other rule for owners',
      edits: [[own === 'skip' ? 'if other.owner == owner:' : 'if False:', own === 'skip' ? 'if False:' : 'if other.owner == owner:']],
      fails: ['orders of the same owner'],
    },
  ],
});
