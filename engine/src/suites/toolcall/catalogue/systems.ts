import { choice, clock, day, decimal, flag, listOf, record, standard, text, tool, whole } from './define.ts';

/** Home, media, files, servers and health. */
export const systemsTools = [
  tool('set_thermostat', 'Sets the target temperature of a room.', { room: text('Room'), celsius: decimal('Target in degrees Celsius') }),
  tool('set_light', 'Sets the brightness of the light in a room; 0 is off.', {
    room: text('Room'),
    brightness: whole('Brightness in percent'),
  }),
  tool('lock_door', 'Locks a door.', { door: text('Door') }),
  tool('unlock_door', 'Unlocks a door.', { door: text('Door') }),
  tool('start_timer', 'Starts a countdown that rings at its end.', { seconds: whole('Length in seconds') }),
  tool(
    'set_alarm',
    'Sets an alarm at a time of day.',
    { time: clock('Time of day') },
    {
      weekdays: listOf(
        choice(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], 'Weekday'),
        'Days of repetition, in any order; left out, it rings once',
      ),
    },
  ),
  tool('run_scene', 'Sets several devices of the home at once.', {
    name: text('Name of the scene'),
    devices: listOf(
      record({ device: text('Device'), on: flag('True switches on'), level: whole('Level in percent') }, 'One device'),
      'Devices, in any order',
    ),
  }),
  tool(
    'play_song',
    'Plays one song.',
    { title: text('Title'), artist: text('Artist') },
    { volume: standard(whole('Volume in percent'), 40) },
  ),
  tool('create_playlist', 'Creates a playlist of songs in a stated order.', {
    name: text('Name'),
    songs: listOf(text('Title'), 'Titles in order'),
  }),
  tool('list_folder', 'Lists the files of a folder.', { path: text('Path of the folder') }),
  tool('read_file', 'Gives the contents of a file.', { path: text('Path of the file') }),
  tool('write_file', 'Writes a file, replacing what was there.', { path: text('Path of the file'), content: text('Contents') }),
  tool('append_file', 'Adds text at the end of a file and keeps what was there.', {
    path: text('Path of the file'),
    content: text('Text to add'),
  }),
  tool('copy_file', 'Copies a file and keeps the original.', { source: text('Path of the file'), target: text('New path') }),
  tool('move_file', 'Moves or renames a file; the original is gone.', { source: text('Path of the file'), target: text('New path') }),
  tool('delete_file', 'Deletes a file for good.', { path: text('Path of the file') }),
  tool('delete_everything', 'Deletes all files, e-mails and records of the account for good.', { confirm: flag('Must be true') }),
  tool('restart_service', 'Restarts a running service.', {
    service: text('Name of the service'),
    environment: choice(['development', 'staging', 'production'], 'Environment'),
  }),
  tool('scale_service', 'Sets the number of copies of a service.', {
    service: text('Name of the service'),
    environment: choice(['development', 'staging', 'production'], 'Environment'),
    replicas: whole('Number of copies'),
  }),
  tool(
    'deploy_version',
    'Installs a version of a service.',
    {
      service: text('Name of the service'),
      version: text('Version such as 1.2.3'),
      environment: choice(['development', 'staging', 'production'], 'Environment'),
    },
    { dry_run: standard(flag('Only show what would change'), false) },
  ),
  tool(
    'get_logs',
    'Log lines of a service.',
    { service: text('Name of the service'), minutes: whole('How far back, in minutes') },
    {
      level: standard(choice(['debug', 'info', 'warning', 'error'], 'Lowest level'), 'info'),
      limit: standard(whole('Most lines'), 100),
    },
  ),
  tool('get_server_metrics', 'CPU, memory and disk use of one server.', { server_id: text('Server id') }),
  tool('log_workout', 'Notes a workout.', {
    activity: choice(['running', 'cycling', 'swimming', 'rowing'], 'Activity'),
    distance_km: decimal('Distance in kilometres'),
    duration_minutes: whole('Length in minutes'),
  }),
  tool('log_weight', 'Notes a body weight.', { kilograms: decimal('Weight in kilograms'), date: day('Day') }),
  tool('log_water', 'Notes water that was drunk.', { millilitres: whole('Amount in millilitres') }),
  tool('book_appointment', 'Books an appointment with a doctor.', {
    patient: text('Full name'),
    speciality: choice(['general', 'dentist', 'dermatology', 'cardiology', 'eye'], 'Field'),
    date: day('Day'),
    time: clock('Start'),
  }),
  tool('create_table', 'Creates a database table.', {
    name: text('Table name'),
    columns: listOf(
      record(
        {
          name: text('Column name'),
          type: choice(['integer', 'text', 'boolean', 'timestamp'], 'Type'),
          nullable: flag('True when empty values are allowed'),
        },
        'One column',
      ),
      'Columns in the stated order',
    ),
  }),
];
