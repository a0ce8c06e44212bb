import { choice, clock, day, decimal, listOf, record, standard, text, tool, whole } from './define.ts';

const cabins = ['economy', 'premium_economy', 'business', 'first'] as const;

/** Weather, travel and maps. */
export const travelTools = [
  tool(
    'get_current_weather',
    'Temperature and sky right now in one city.',
    { city: text('City name in English') },
    { unit: standard(choice(['celsius', 'fahrenheit'], 'Unit of temperature'), 'celsius') },
  ),
  tool('get_weather_forecast', 'Forecast for the coming days in one city. Not for the present moment.', {
    city: text('City name in English'),
    days: whole('Number of days'),
  }),
  tool('get_air_quality', 'Air quality index in one city.', { city: text('City name in English') }),
  tool('get_sun_times', 'Sunrise and sunset in one city on one day.', { city: text('City name in English'), date: day('Day') }),
  tool(
    'search_flights',
    'Lists flights between two airports on one day.',
    {
      origin: text('IATA code of the departure airport'),
      destination: text('IATA code of the arrival airport'),
      date: day('Day of departure'),
    },
    {
      passengers: standard(whole('Number of passengers'), 1),
      cabin: standard(choice(cabins, 'Cabin'), 'economy'),
    },
  ),
  tool('book_flight', 'Books one flight that a search has found.', {
    flight_id: text('Id from the search result'),
    passenger_name: text('Full name as in the passport'),
  }),
  tool('get_flight_status', 'Whether a flight is on time, by its flight number.', { flight_number: text('For example LH123') }),
  tool('search_hotels', 'Lists hotels with free rooms.', {
    city: text('City name in English'),
    check_in: day('First night'),
    check_out: day('Day of leaving'),
    guests: whole('Number of guests'),
  }),
  tool('book_hotel', 'Books one hotel that a search has found.', {
    hotel_id: text('Id from the search result'),
    guest_name: text('Full name'),
  }),
  tool('plan_trip', 'Stores a trip with its legs, in the order of travel.', {
    traveller: record({ name: text('Full name'), age: whole('Age in years') }, 'Who travels'),
    legs: listOf(
      record(
        {
          from: text('City'),
          to: text('City'),
          date: day('Day of travel'),
          mode: choice(['train', 'bus', 'ferry', 'flight'], 'Means of travel'),
        },
        'One leg',
      ),
      'Legs in the order of travel',
    ),
  }),
  tool('rent_car', 'Reserves a rental car.', {
    city: text('City name in English'),
    pick_up: day('Day of pick-up'),
    give_back: day('Day of return'),
    category: choice(['compact', 'midsize', 'suv', 'van'], 'Size of car'),
  }),
  tool(
    'get_route',
    'Route and travel time between two places.',
    { origin: text('Start'), destination: text('End') },
    { mode: standard(choice(['driving', 'walking', 'cycling', 'transit'], 'Means of travel'), 'driving') },
  ),
  tool('get_distance', 'Straight-line distance between two cities. Gives no route and no travel time.', {
    from_city: text('City'),
    to_city: text('City'),
  }),
  tool(
    'find_places',
    'Finds shops, restaurants or sights near an address.',
    {
      category: choice(['restaurant', 'pharmacy', 'supermarket', 'museum', 'charging_station'], 'Kind of place'),
      near: text('Address or district'),
    },
    { radius_m: standard(whole('Search radius in metres'), 1000) },
  ),
  tool('reserve_table', 'Reserves a table in a restaurant.', {
    restaurant: text('Name of the restaurant'),
    date: day('Day'),
    time: clock('Start'),
    guests: whole('Number of guests'),
  }),
  tool('record_fuel', 'Notes a refuelling of a car.', {
    vehicle: text('Licence plate'),
    litres: decimal('Amount in litres'),
    price_eur: decimal('Total price in euros'),
    odometer_km: whole('Odometer reading in kilometres'),
  }),
];
