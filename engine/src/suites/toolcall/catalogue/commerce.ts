import { choice, day, decimal, listOf, record, standard, text, tool, whole } from './define.ts';

/** Shop, delivery, money and support. */
export const commerceTools = [
  tool(
    'search_products',
    'Finds products in the shop.',
    { query: text('Words to look for') },
    {
      max_price: decimal('Highest price in euros'),
      sort_by: standard(choice(['relevance', 'price_low', 'price_high', 'newest'], 'Order of results'), 'relevance'),
    },
  ),
  tool('get_product', 'Price, stock and details of one product.', { product_id: text('Product id') }),
  tool(
    'add_to_cart',
    'Puts a product into the cart. Nothing is ordered.',
    { product_id: text('Product id') },
    { quantity: standard(whole('Pieces'), 1) },
  ),
  tool('place_order', 'Orders goods for a customer.', {
    customer: record({ name: text('Full name'), email: text('E-mail address') }, 'Buyer'),
    lines: listOf(
      record({ product_id: text('Product id'), quantity: whole('Pieces') }, 'One line', {
        gift_wrap: standard({ type: 'boolean', description: 'Wrap this line as a gift' }, false),
      }),
      'Order lines, in any order',
    ),
    shipping: choice(
      ['standard', 'express', 'overnight', 'pickup'],
      'Delivery: standard 3 to 5 days, express 2 days, overnight next morning, pickup in the shop',
    ),
  }),
  tool('get_order', 'State and contents of one order.', { order_id: text('Order id') }),
  tool('cancel_order', 'Cancels an order that has not been shipped yet.', { order_id: text('Order id') }),
  tool('return_order', 'Registers the return of an order that has been delivered.', {
    order_id: text('Order id'),
    reason: choice(['damaged', 'wrong_item', 'not_as_described', 'changed_mind'], 'Reason'),
  }),
  tool('change_shipping', 'Changes the delivery of an order.', {
    order_id: text('Order id'),
    shipping: choice(
      ['standard', 'express', 'overnight', 'pickup'],
      'Delivery: standard 3 to 5 days, express 2 days, overnight next morning, pickup in the shop',
    ),
  }),
  tool('track_parcel', 'Where a parcel is, by its tracking number.', { tracking_number: text('Tracking number') }),
  tool(
    'send_parcel',
    'Orders the pick-up of a parcel.',
    {
      recipient: record({ name: text('Full name'), city: text('City'), postal_code: text('Postal code') }, 'Recipient'),
      weight_kg: decimal('Weight in kilograms'),
    },
    { insured_value: standard(decimal('Insured value in euros'), 0) },
  ),
  tool('get_exchange_rate', 'Rate between two currencies. Converts no amount.', {
    base: text('ISO 4217 code in upper case'),
    quote: text('ISO 4217 code in upper case'),
  }),
  tool('convert_currency', 'Converts an amount of money.', {
    amount: decimal('Amount in the first currency'),
    from_currency: text('ISO 4217 code in upper case'),
    to_currency: text('ISO 4217 code in upper case'),
  }),
  tool('transfer_money', 'Moves money between two accounts.', {
    from_account: text('Account id'),
    to_account: text('Account id'),
    amount_cents: whole('Amount in cents'),
  }),
  tool('schedule_transfer', 'Orders a transfer of money for a later day.', {
    from_account: text('Account id'),
    to_account: text('Account id'),
    amount_cents: whole('Amount in cents'),
    date: day('Day of execution'),
  }),
  tool('get_balance', 'Balance of one account.', { account_id: text('Account id') }),
  tool('get_stock_price', 'Last price of a share.', { symbol: text('Ticker symbol in upper case') }),
  tool('create_invoice', 'Creates an invoice.', {
    customer_id: text('Customer id'),
    lines: listOf(
      record(
        { description: text('What is sold'), quantity: whole('Pieces'), unit_price: decimal('Price of one piece in euros') },
        'One line',
      ),
      'Invoice lines in the stated order',
    ),
    due_date: day('Due day'),
  }),
  tool('find_customer', 'Finds a customer by name and gives the customer id.', { name: text('Full name') }),
  tool('update_address', 'Replaces the address of a customer.', {
    customer_id: text('Customer id'),
    address: record(
      {
        street: text('Street and number'),
        city: text('City'),
        postal_code: text('Postal code'),
        country: text('ISO 3166-1 code of two upper-case letters'),
      },
      'New address',
    ),
  }),
  tool(
    'create_ticket',
    'Opens a support ticket.',
    { title: text('Title'), severity: choice(['minor', 'major', 'critical', 'blocker'], 'Severity') },
    { assignee: text('Name of the person in charge') },
  ),
  tool('update_ticket', 'Changes the state of a ticket that exists.', {
    ticket_id: text('Ticket id'),
    state: choice(['open', 'in_progress', 'on_hold', 'resolved', 'closed'], 'New state'),
  }),
  tool('get_ticket', 'Text and state of one ticket.', { ticket_id: text('Ticket id') }),
];
