import { required } from '#shared/collections.ts'
import type { Random } from './random.ts'

/**
 * Somebody who gives in the demo. Nobody real: names are drawn from lists and every address is in a reserved domain.
 */
export type Donor = {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly country: string
  readonly city: string
  readonly locale: 'en' | 'ar'
}

type People = { readonly first: readonly string[]; readonly last: readonly string[] }
const words = (text: string) => text.split(' ')

const peoples = {
  southAsian: {
    first: words(
      'Ayesha Bilal Fatima Hamza Imran Khadija Maryam Omar Sana Usman Zainab Zubair Hafsa Farhan Rabia Adeel Nadia Shahid Sumaira Tariq Asma Kashif Mehwish Salman Iqra Junaid Noor Rehan',
    ),
    last: words(
      'Ahmed Akhtar Ali Anwar Aziz Begum Butt Chaudhry Hussain Iqbal Khan Mahmood Malik Mirza Qureshi Rahman Raza Sheikh Siddiqui Syed Patel Miah Chowdhury Uddin Kazi',
    ),
  },
  arab: {
    first: words(
      'Ahmad Aisha Amal Bassam Dalia Fadi Hanan Hassan Huda Ibrahim Jamila Karim Khalid Layla Mahmoud Mona Nabil Nour Rania Reem Sami Salma Tarek Yasmin Yusuf Ziad Hind Lina',
    ),
    last: words(
      'Abdallah Al-Amin Al-Hashimi Al-Khatib Al-Masri Al-Najjar Awad Barakat Darwish Farouk Ghanem Haddad Halabi Hamdan Ibrahim Jaber Kanaan Khalil Mansour Nasser Qasim Saleh Shahin Suleiman Zaki',
    ),
  },
  arabScript: {
    first: words(
      'أحمد عائشة أمل بسام هدى خالد ليلى محمود منى نور ريم سلمى سارة طارق ياسمين يوسف عبدالعزيز مريم فاطمة عمر حصة نورة',
    ),
    last: words(
      'العتيبي الرشيد المطيري العنزي الخطيب المصري النجار الهاشمي بنعلي العلوي الإدريسي الشمري الصباغ القحطاني الحداد',
    ),
  },
  maghrebi: {
    first: words(
      'Amine Fatima-Zahra Hicham Karima Mehdi Naima Rachid Samira Soufiane Yassine Zineb Imane Hamid Latifa Omar Souad',
    ),
    last: words(
      'Alaoui Amrani Bennani Benjelloun Berrada Chraibi El-Idrissi Fassi Lahlou Mansouri Naciri Ouazzani Tazi Ziani',
    ),
  },
  turkish: {
    first: words(
      'Ahmet Ayşe Burak Elif Emine Emre Fatma Hasan Hatice Hüseyin Merve Murat Mustafa Selin Yusuf Zehra Kübra Ömer',
    ),
    last: words('Aksoy Arslan Aydın Çelik Demir Doğan Kaya Kılıç Koç Öztürk Polat Şahin Yıldırım Yılmaz'),
  },
  malay: {
    first: words(
      'Aisyah Ahmad Amirul Azlan Farah Faizal Hafiz Haziq Izzati Nurul Rahman Rizal Siti Syafiq Zulaikha Zulkifli Dewi Budi Putri Agus',
    ),
    last: words(
      'Abdullah Ahmad Hashim Hassan Ibrahim Ismail Othman Rahmat Salleh Yusof Zakaria Wijaya Santoso Lestari Hidayat',
    ),
  },
  westAfrican: {
    first: words(
      'Abubakar Aminata Fatou Hauwa Ibrahim Idris Kadiatou Mamadou Mariama Moussa Ousmane Rahama Sadiya Sani Yusuf Zainab',
    ),
    last: words('Abdullahi Bah Bello Camara Cissé Diallo Diop Garba Keita Lawal Musa Ndiaye Sow Traoré Usman Yusuf'),
  },
  eastAfrican: {
    first: words(
      'Abdi Amina Asha Fowsia Hodan Ifrah Ismail Khadra Liban Mohamed Nasra Sagal Yasin Zakaria Rukia Salim',
    ),
    last: words('Abdi Abdullahi Ali Farah Hassan Hersi Ismail Jama Mohamud Nur Omar Osman Said Warsame Yusuf'),
  },
  bosnian: {
    first: words('Adnan Alma Amra Edin Emina Haris Jasmin Lejla Mirza Nermina Sabina Selma Tarik Zlatan'),
    last: words('Begić Delić Hadžić Halilović Hodžić Ibrahimović Kovačević Mehić Mujić Omerović Softić'),
  },
  western: {
    first: words(
      'Adam Anna Catherine Daniel Emily Grace Hannah Isaac James Julia Marcus Mary Michael Sarah Sofia Thomas',
    ),
    last: words(
      'Bauer Brown Campbell Clarke Davies Fischer Green Harris Johnson Martin Miller Roberts Schmidt Taylor Walker Williams',
    ),
  },
  japanese: {
    first: words('Akira Aya Hana Haruka Kenji Maryam Naoki Rina Sakura Takeshi Yuki Yusuf'),
    last: words('Ito Kato Kobayashi Mori Nakamura Sato Suzuki Tanaka Watanabe Yamamoto'),
  },
} satisfies Record<string, People>
type PeopleName = keyof typeof peoples

/** Where donors live, who lives there, and how many of them the demo has. */
const places: Readonly<
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

/** Who gives to charities of a country: first its own people, then those far away whose hearts are there. */
const reach: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
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

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()

export type Donors = { readonly toCharityIn: (country: string, random: Random) => Donor }

/**
 * The donors of the demo. A few give often and many give once, as it is; `known` comes first in her country and so
 * gives most often there.
 */
export function createDonors(random: Random, known: readonly Donor[]): Donors {
  const byCountry = new Map<string, Donor[]>()
  let number = 0
  for (const [country, place] of Object.entries(places)) {
    const donors = known.filter((donor) => donor.country === country)
    for (let index = 0; index < place.count; index++) {
      const people = random.weighted(place.peoples)
      const firstName = random.pick(peoples[people].first)
      const lastName = random.pick(peoples[people].last)
      const mailbox = people === 'arabScript' ? 'donor' : `${plain(firstName)}.${plain(lastName)}`
      donors.push({
        email: `${mailbox}.${++number}@example.org`,
        firstName,
        lastName,
        country,
        city: random.pick(place.cities),
        locale: people === 'arabScript' ? 'ar' : 'en',
      })
    }
    byCountry.set(country, donors)
  }
  return {
    toCharityIn: (country, by) => {
      const donors = required(byCountry.get(by.weighted(reach[country] ?? reach.GB!)))
      return required(donors[Math.floor(donors.length * by.next() ** 1.7)])
    },
  }
}
