import { choice, clock, day, decimal, flag, listOf, record, standard, text, tool, whole } from './define.ts';

/** Mail, chat, calendar, notes and people. */
export const officeTools = [
  tool(
    'send_email',
    'Sends an e-mail.',
    { to: listOf(text('E-mail address'), 'Recipients, in any order'), subject: text('Subject line'), body: text('Plain text') },
    { cc: listOf(text('E-mail address'), 'Copies'), importance: standard(choice(['low', 'normal', 'high'], 'Importance'), 'normal') },
  ),
  tool('save_draft', 'Stores an e-mail as a draft without sending it.', {
    to: listOf(text('E-mail address'), 'Recipients, in any order'),
    subject: text('Subject line'),
    body: text('Plain text'),
  }),
  tool(
    'search_emails',
    'Finds e-mails in the mailbox by words.',
    { query: text('Words to look for') },
    { folder: standard(choice(['inbox', 'sent', 'archive', 'all'], 'Folder'), 'inbox') },
  ),
  tool('read_email', 'Gives the text of one e-mail.', { message_id: text('Id of the e-mail') }),
  tool('delete_email', 'Deletes one e-mail for good.', { message_id: text('Id of the e-mail') }),
  tool('archive_email', 'Moves one e-mail out of the inbox and keeps it.', { message_id: text('Id of the e-mail') }),
  tool('forward_email', 'Sends a received e-mail on to somebody.', { message_id: text('Id of the e-mail'), to: text('E-mail address') }),
  tool('post_message', 'Posts a message to a team channel of the chat.', {
    channel: text('Channel name without #'),
    message: text('Text of the message'),
  }),
  tool('send_sms', 'Sends a text message to a phone.', {
    phone_number: text('International form, + and digits without spaces'),
    message: text('Text of the message'),
  }),
  tool(
    'create_event',
    'Adds an event to the calendar.',
    { title: text('Title'), date: day('Day'), start_time: clock('Start'), duration_minutes: whole('Length in minutes') },
    { location: text('Place'), reminder_minutes: standard(whole('Reminder before the start, in minutes'), 15) },
  ),
  tool('move_event', 'Moves an event that exists to another time.', {
    event_id: text('Id of the event'),
    date: day('New day'),
    start_time: clock('New start'),
  }),
  tool('cancel_event', 'Cancels an event that exists.', { event_id: text('Id of the event') }),
  tool('list_events', 'Lists the events of one day with their ids.', { date: day('Day') }),
  tool('create_note', 'Stores a note.', { title: text('Title'), content: text('Text') }),
  tool(
    'create_task',
    'Adds a task to the to-do list.',
    { title: text('Title'), due_date: day('Due day') },
    { priority: standard(choice(['low', 'medium', 'high'], 'Priority'), 'medium') },
  ),
  tool('complete_task', 'Marks a task as done.', { task_id: text('Id of the task') }),
  tool('set_reminder', 'Reminds the user with a text at a given moment.', {
    message: text('Text of the reminder'),
    date: day('Day'),
    time: clock('Time of day'),
  }),
  tool('find_employee', 'Finds an employee by name and gives the employee id.', { name: text('Full name') }),
  tool('get_leave_balance', 'Days of leave that an employee has left.', { employee_id: text('Employee id') }),
  tool('request_leave', 'Asks for leave for an employee.', {
    employee_id: text('Employee id'),
    kind: choice(['vacation', 'sick', 'parental', 'unpaid'], 'Kind of leave'),
    first_day: day('First day'),
    last_day: day('Last day'),
  }),
  tool('register_employee', 'Adds a new employee.', {
    name: text('Full name'),
    contact: record(
      { email: text('E-mail address'), phone: text('International form, + and digits without spaces') },
      'How to reach the person',
    ),
    contract: record(
      { start_date: day('First day'), weekly_hours: decimal('Hours a week'), remote: flag('True when the person works from home') },
      'Terms',
    ),
  }),
  tool('submit_expense', 'Hands in an expense for refund.', {
    employee_id: text('Employee id'),
    amount: decimal('Amount'),
    currency: choice(['EUR', 'USD', 'GBP', 'CHF', 'JPY'], 'Currency'),
    category: choice(['travel', 'meals', 'equipment', 'training'], 'Category'),
  }),
  tool('translate_text', 'Translates a text.', {
    text: text('The text, unchanged'),
    target_language: text('ISO 639-1 code in lower case, for example fr'),
  }),
];
