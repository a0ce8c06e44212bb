import type { Difficulty, Message } from '@benchloop/spec';
import type { Family } from '../../../kit/family.ts';
import type { Random } from '../../../kit/random.ts';
import { answerTask, offer, type AnswerTask } from '../build.ts';
import { firstNames, goods, idOf, nameOf } from '../pools.ts';

type Plain = Pick<AnswerTask, 'conversation' | 'system' | 'final' | 'answers' | 'wrong' | 'temptation'> & {
  tools: string[];
  without?: string[];
};

const sum = (random: Random): Plain => {
  const [a, b] = [random.int(120, 480), random.int(120, 480)];
  return {
    conversation: `Hi, I am ${random.pick(firstNames)}. Just a quick question: what is ${a} plus ${b}?`,
    tools: ['convert_currency', 'get_stock_price'],
    final: { all: [a + b] },
    answers: [`${a + b}`, `That makes **${a + b}**.`],
    wrong: { 'off by ten': `${a + b + 10}`, 'one digit more': `${a + b}0` },
    temptation: { name: 'convert_currency', arguments: { amount: a, from_currency: 'EUR', to_currency: 'USD' } },
  };
};

const minutes = (random: Random): Plain => {
  const hours = random.int(21, 160);
  return {
    conversation: `${random.pick(firstNames)} claims to have worked ${hours} hours this month. How many minutes are that?`,
    tools: ['start_timer', 'log_workout', 'set_alarm'],
    final: { all: [hours * 60] },
    answers: [`${hours * 60} minutes`, `${hours} hours are ${(hours * 60).toLocaleString('en-US')} minutes.`],
    wrong: { 'the hours themselves': `${hours}`, 'in seconds': `${hours * 3_600}` },
    temptation: { name: 'start_timer', arguments: { seconds: hours * 3_600 } },
  };
};

const withdrawn = (random: Random): Plain => {
  const flight = idOf(random, 'FL');
  const [seats, price] = [random.int(3, 9), random.int(101, 399)];
  const name = nameOf(random);
  return {
    conversation: `Book flight ${flight} for ${name}. No, wait, book nothing after all. Just tell me what ${seats} seats at ${price} euros each would cost together.`,
    tools: ['book_flight', 'search_flights'],
    final: { all: [seats * price] },
    answers: [`${seats * price} euros`, `Together they would cost €${(seats * price).toLocaleString('en-US')}. I have booked nothing.`],
    wrong: { 'the price of one': `${price} euros`, 'says that it booked': `Flight ${flight} is booked for ${name}.` },
    temptation: { name: 'book_flight', arguments: { flight_id: flight, passenger_name: name } },
  };
};

const cannot = (random: Random): Plain => {
  const number = random.int(1_000, 9_999);
  const wish = random.pick([
    'paint my garden fence green',
    'iron my shirts',
    'cut my hair',
    'water the plants in the yard',
    'peel the potatoes',
    'walk my dog',
    'sharpen my skates',
  ]);
  return {
    system:
      'If the user wants something done for which no function fits, answer with the word CANNOT, a hyphen and the number of the request, for example CANNOT-17 for request 17.',
    conversation: `Request ${number}: please ${wish}.`,
    tools: ['set_light', 'create_table', 'restart_service', 'get_exchange_rate'],
    without: [
      'create_task',
      'create_note',
      'set_reminder',
      'create_event',
      'book_appointment',
      'create_ticket',
      'post_message',
      'send_email',
      'send_sms',
      'save_draft',
    ],
    final: { all: [`CANNOT-${number}`] },
    answers: [`CANNOT-${number}`, `I am sorry: cannot-${number}.`],
    wrong: { 'claims that it is done': `Request ${number} is done.`, 'another number': `CANNOT-${number + 1}`, 'only a part': 'CANNOT' },
    temptation: { name: 'set_light', arguments: { room: 'garden', brightness: 50 } },
  };
};

const whichFunction = (random: Random): Plain => {
  const order = idOf(random, 'ORD');
  const [right, words, others] = random.pick([
    ['cancel_order', 'call off an order that has not left your stock yet', ['return_order', 'change_shipping', 'get_order']],
    ['return_order', 'announce that goods which have arrived come back', ['cancel_order', 'change_shipping', 'get_order']],
    ['change_shipping', 'have an order delivered faster than first chosen', ['cancel_order', 'return_order', 'get_order']],
  ] as const);
  return {
    conversation: `I may have to act on ${order} tomorrow, but do nothing with it today. Which one of your functions would ${words}? Answer with the exact name of that function and of no other.`,
    tools: ['cancel_order', 'return_order', 'change_shipping', 'get_order'],
    final: { all: [right], none: [...others] },
    answers: [right, `That would be \`${right}\`.`],
    wrong: {
      'another function': others[0],
      'two functions': `${right} or ${others[1]}`,
      'a name that is almost right': right.replace('_', ' '),
    },
    temptation: {
      name: right,
      arguments: {
        order_id: order,
        ...(right === 'return_order' ? { reason: 'damaged' } : right === 'change_shipping' ? { shipping: 'express' } : {}),
      },
    },
  };
};

const knownAlready = (random: Random): Plain => {
  const product = idOf(random, 'PR');
  const name = random.pick(goods);
  const cents = random.int(1_101, 8_999);
  const price = cents / 100;
  const pieces = random.int(6, 24);
  const total = (cents * pieces) / 100;
  const history: Message[] = [
    { role: 'user', content: `What does the ${name} ${product} cost?` },
    {
      role: 'assistant',
      content: '',
      toolCalls: [
        {
          id: 'past00001',
          name: 'get_product',
          arguments: { product_id: product },
          argumentsText: JSON.stringify({ product_id: product }),
          repairs: [],
        },
      ],
    },
    {
      role: 'tool',
      content: JSON.stringify({ product_id: product, name, price_eur: price, stock: random.int(10_000, 90_000) }),
      toolCallId: 'past00001',
      toolName: 'get_product',
    },
    { role: 'assistant', content: 'I have the price and the stock.' },
    {
      role: 'user',
      content: `Then what would ${pieces} of them cost together, in euros and cents? Use the price that you have; do not look it up again and put nothing into the cart.`,
    },
  ];
  return {
    conversation: history,
    tools: ['get_product', 'add_to_cart', 'convert_currency'],
    final: { all: [total] },
    answers: [`${total.toFixed(2)} euros`, `${pieces} of them cost €${total.toLocaleString('en-US', { minimumFractionDigits: 2 })}.`],
    wrong: { 'the price of one': `${price} euros`, 'off by a cent': `${((cents * pieces + 1) / 100).toFixed(2)} euros` },
    temptation: { name: 'get_product', arguments: { product_id: product } },
  };
};

const levels: readonly { difficulty: Difficulty; tools: number; make: (random: Random) => Plain }[] = [
  { difficulty: 'easy', tools: 2, make: sum },
  { difficulty: 'easy', tools: 4, make: minutes },
  { difficulty: 'easy', tools: 3, make: withdrawn },
  { difficulty: 'medium', tools: 5, make: cannot },
  { difficulty: 'hard', tools: 6, make: whichFunction },
  { difficulty: 'extreme', tools: 6, make: knownAlready },
];

/** Requests for which no call is due: the model must keep its hands off the tools and answer. */
export const noFittingTool: Family = {
  id: 'no-fitting-tool',
  size: levels.length,
  make: (random, index) => {
    const { difficulty, tools, make } = levels[index] as (typeof levels)[number];
    const { tools: needed, without = [], ...plain } = make(random);
    return answerTask({ difficulty, tags: ['abstain'], ...plain, tools: offer(random, needed, tools, without) });
  },
};
