import type { Message, ToolDefinition } from '@benchloop/spec';

/** The tool that the checks of tool calling offer. */
export const weatherTool: ToolDefinition = {
  name: 'get_weather',
  description: 'Gives the weather of a city today: temperature in degrees Celsius, wind, and chance of rain.',
  parameters: {
    type: 'object',
    properties: {
      city: { type: 'string', description: 'Name of the city, such as Lisbon' },
      unit: { type: 'string', enum: ['celsius', 'fahrenheit'], description: 'Unit of the temperature' },
    },
    required: ['city'],
  },
};

const callId = 'a1b2c3d4e';

/** A conversation in which the tool was called and has answered; ids of nine letters and digits pass every server. */
export const answeredCall: Message[] = [
  { role: 'user', content: 'How warm is it in Bern?' },
  {
    role: 'assistant',
    content: '',
    toolCalls: [{ id: callId, name: weatherTool.name, arguments: { city: 'Bern' }, argumentsText: '{"city":"Bern"}', repairs: [] }],
  },
  { role: 'tool', content: '{"city":"Bern","celsius":23}', toolCallId: callId, toolName: weatherTool.name },
];

/** What the result says and nobody could guess. */
export const answer = '23';
