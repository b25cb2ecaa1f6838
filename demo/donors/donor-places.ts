import type { PeopleName } from './donor-names.ts'

/** Where the demo's donors live, their names' origin, and their number. */
export const places: Readonly<
  Record<
    string,
    {
      readonly count: number
      readonly cities: readonly string[]
      readonly peoples: readonly (readonly [PeopleName, number])[]
    }
  >
> = {
  GB: {
    count: 900,
    cities: ['London', 'Birmingham', 'Bradford', 'Leicester', 'Manchester', 'Glasgow', 'Cardiff', 'Luton'],
    peoples: [
      ['southAsian', 60],
      ['arab', 14],
      ['eastAfrican', 9],
      ['westAfrican', 6],
      ['western', 9],
      ['turkish', 2],
    ],
  },
  US: {
    count: 900,
    cities: ['Dearborn', 'Houston', 'Chicago', 'New York', 'Minneapolis', 'Los Angeles', 'Atlanta', 'Dallas'],
    peoples: [
      ['arab', 34],
      ['southAsian', 30],
      ['western', 14],
      ['eastAfrican', 10],
      ['westAfrican', 10],
      ['bosnian', 2],
    ],
  },
  CA: {
    count: 380,
    cities: ['Toronto', 'Mississauga', 'Montréal', 'Calgary', 'Ottawa', 'Vancouver'],
    peoples: [
      ['southAsian', 44],
      ['arab', 30],
      ['eastAfrican', 10],
      ['maghrebi', 8],
      ['western', 8],
    ],
  },
  PK: {
    count: 260,
    cities: ['Lahore', 'Karachi', 'Islamabad', 'Peshawar', 'Faisalabad'],
    peoples: [['southAsian', 100]],
  },
  MA: {
    count: 220,
    cities: ['Casablanca', 'Rabat', 'Marrakech', 'Fès', 'Agadir'],
    peoples: [
      ['maghrebi', 70],
      ['arabScript', 30],
    ],
  },
  TR: {
    count: 240,
    cities: ['İstanbul', 'Ankara', 'Gaziantep', 'İzmir', 'Konya'],
    peoples: [
      ['turkish', 96],
      ['arab', 4],
    ],
  },
  MY: {
    count: 260,
    cities: ['Kuala Lumpur', 'Kota Bharu', 'Shah Alam', 'Johor Bahru', 'Penang'],
    peoples: [
      ['malay', 94],
      ['southAsian', 6],
    ],
  },
  KW: {
    count: 240,
    cities: ['Kuwait City', 'Hawally', 'Salmiya', 'Jahra'],
    peoples: [
      ['arabScript', 74],
      ['arab', 16],
      ['southAsian', 10],
    ],
  },
  DE: {
    count: 220,
    cities: ['Berlin', 'Hamburg', 'Köln', 'Leipzig', 'Frankfurt'],
    peoples: [
      ['turkish', 40],
      ['bosnian', 20],
      ['arab', 18],
      ['western', 22],
    ],
  },
  FR: {
    count: 90,
    cities: ['Paris', 'Lyon', 'Marseille'],
    peoples: [
      ['maghrebi', 70],
      ['westAfrican', 24],
      ['western', 6],
    ],
  },
  JP: {
    count: 100,
    cities: ['Nagoya', 'Tokyo', 'Kanazawa', 'Osaka'],
    peoples: [
      ['japanese', 64],
      ['malay', 20],
      ['southAsian', 16],
    ],
  },
  AE: {
    count: 120,
    cities: ['Dubai', 'Abu Dhabi', 'Sharjah'],
    peoples: [
      ['arab', 30],
      ['arabScript', 30],
      ['southAsian', 40],
    ],
  },
  SA: {
    count: 120,
    cities: ['Riyadh', 'Jeddah', 'Madinah'],
    peoples: [
      ['arabScript', 80],
      ['arab', 20],
    ],
  },
  ID: { count: 90, cities: ['Jakarta', 'Bandung', 'Surabaya'], peoples: [['malay', 100]] },
  NG: { count: 80, cities: ['Kano', 'Lagos', 'Abuja'], peoples: [['westAfrican', 100]] },
}

/** The countries of a charity's donors by the charity's country, each with its weight. */
export const donorCountries: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  GB: [
    ['GB', 84],
    ['US', 5],
    ['AE', 3],
    ['CA', 3],
    ['DE', 2],
    ['FR', 2],
    ['SA', 1],
  ],
  US: [
    ['US', 86],
    ['CA', 6],
    ['GB', 4],
    ['AE', 2],
    ['NG', 2],
  ],
  CA: [
    ['CA', 85],
    ['US', 9],
    ['GB', 4],
    ['FR', 2],
  ],
  PK: [
    ['PK', 76],
    ['GB', 9],
    ['AE', 7],
    ['US', 5],
    ['SA', 3],
  ],
  MA: [
    ['MA', 70],
    ['FR', 20],
    ['DE', 3],
    ['CA', 4],
    ['US', 3],
  ],
  TR: [
    ['TR', 82],
    ['DE', 14],
    ['GB', 2],
    ['US', 2],
  ],
  MY: [
    ['MY', 90],
    ['ID', 7],
    ['GB', 3],
  ],
  KW: [
    ['KW', 76],
    ['SA', 13],
    ['AE', 11],
  ],
  DE: [
    ['DE', 88],
    ['TR', 5],
    ['FR', 4],
    ['GB', 3],
  ],
  JP: [
    ['JP', 82],
    ['MY', 9],
    ['ID', 9],
  ],
}
