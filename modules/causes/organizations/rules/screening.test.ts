import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldName, jaroWinkler, judgeMatch, matchScore, screeningScore } from './screening.ts'

/** Fictional names, each with another spelling of the same name. */
const alike: readonly (readonly [string, string])[] = [
  ['Muhammad Tariq Zaman', 'Mohammed Tarek Zaman'],
  ['Yusuf Baraka', 'Youssef Barakah'],
  ['يوسف بركات', 'Yusuf Barakat'],
  ['Umar al-Farabi', 'Omar Farabi'],
  ['Khalid Mansur', 'Khaled Mansour'],
  ['Fatima Zahrani', 'Fatimah al-Zahrani'],
  ['Hussein Qadri', 'Husayn Kadri'],
  ['Ibrahim Sule', 'Ibraheem Suleh'],
  ['Uthman Bello', 'Osman Bello'],
  ['Ahmad Noorani', 'Ahmed Nurani'],
  ['محمد صالح', 'Muhammad Salih'],
  ['خالد منصور', 'Khalid Mansur'],
  ['Layla Benhaddou', 'Leila Benhadou'],
  ['Abdul Rahman Siddiq', 'Abdulrahman Siddik'],
  ['Zaynab Qutb', 'Zainab Qutub'],
  ['Ismail Demirci', 'Ismail Demirçi'],
  ['Şükrü Aydın', 'Sukru Aydin'],
  ['Al-Huda Relief', 'Huda Relief'],
  ['Nine Wells Front', 'Front of the Nine Wells'],
  ['Zuhur Charity Trust', 'Zuhoor Charity Trust'],
  ['Samir Haddad', 'Sameer Haddad'],
  ['Karim Daoud', 'Kareem Dawud'],
  ['Maryam Siddiqui', 'Mariam Siddiqi'],
  ['Nasser Qabbani', 'Nasir Kabbani'],
  ['Jamal Yilmaz', 'Cemal Yilmaz'],
  ['Suleiman Okafor', 'Sulayman Okafor'],
  ['Rashid Gul', 'Rasheed Gul'],
  ['Anwar Shahidi', 'Anwer Shahidi'],
  ['Bilal Hashmi', 'Belal Hashimi'],
  ['Idris Kamara', 'Idriss Kamara'],
  ['Mustafa Celik', 'Mustapha Çelik'],
  ['Salim Barwani', 'Saleem Barwani'],
  ['Hamid Rezaei', 'Hameed Rezai'],
  ['Nur Hidayah', 'Noor Hidayah'],
  ['Aisha Bakari', 'Aysha Bakari'],
  ['Yahya Toure', 'Yahia Touré'],
  ['Saad Othmani', 'Saad Othmany'],
  ['Tahir Chaudhry', 'Taher Chaudhary'],
  ['Zakariya Hassan', 'Zakaria Hasan'],
  ['Farid Ouali', 'Fareed Wali'],
  ['Latifa Mansour', 'Lateefa Mansour'],
  ['Habib Traore', 'Habeeb Traoré'],
  ['Abdallah Nasr', 'Abdullah Nasr'],
  ['Musa Jallow', 'Moussa Jallow'],
  ['Rukayya Sani', 'Ruqayya Sani'],
  ['Ghassan Tueni', 'Gassan Tueni'],
  ['Iqbal Rahmani', 'Ikbal Rahmani'],
  ['Shirin Azadi', 'Shireen Azadi'],
  ['Waleed Jumaa', 'Walid Juma'],
  ['Qasim Wardak', 'Kasim Wardak'],
]
/** Fictional names of different people and charities. */
const different: readonly (readonly [string, string])[] = [
  ['Maryam Siddiqui', 'Hamza Ilyas'],
  ['Yusuf Demir', 'Khadija Omar'],
  ['Rahma Relief', 'Zaytun House'],
  ['Amina Rahman', 'Tariq Zubayri'],
  ['Idris Keller', 'Sara Lindqvist'],
  ['Lantern Street Trust', 'Green Valley Foundation'],
  ['Bakari Omar', 'Leila Benali'],
  ['Sana Qureshi', 'Nadia Hakim'],
  ['Khadija Hussain', 'Peter Nowak'],
  ['Noor House', 'Quick Hearts'],
  ['Ahmad Ali', 'Bilal Kone'],
  ['Fatima Begum', 'Anna Schmidt'],
  ['Omar Khan', 'Imran Sheikh'],
  ['Hasan Yildiz', 'Jonas Berg'],
  ['Zahra Moradi', 'Emily Carter'],
  ['Ali Raza', 'Usman Ghani'],
  ['Huda Saleh', 'Ruth Cohen'],
  ['Malik Johnson', 'Siti Aminah'],
  ['Ridwan Putra', 'Mehmet Kaya'],
  ['Safiya Yusuf', 'Grace Mensah'],
  ['Junaid Iqbal', 'Viktor Orlov'],
  ['Samira Haddad', 'Lucia Romano'],
  ['Tohum Vakfi', 'Al Birr Society'],
  ['Cahaya Kasih', 'Hikari Fund'],
  ['Water for Lamu', 'Bread of Homs'],
  ['Ibrahim Diallo', 'Chen Wei'],
  ['Nadia Hakim', 'Oliver Stone'],
  ['Salma Idrissi', 'Karim Wadud'],
  ['Yunus Emre', 'Layth Mansouri'],
  ['Rania Nasser', 'Paul Martin'],
  ['Mosque of Light', 'School of Hope'],
  ['Usama Farouk', 'Linda Park'],
  ['Halima Sadiq', 'Jorge Silva'],
  ['Adam Nowak', 'Musa Ibrahim'],
  ['Khalil Gibran', 'Rosa Lopez'],
  ['Imran Malik', 'Tomas Novak'],
  ['Zubair Shah', 'Ingrid Olsen'],
  ['Daud Ismail', 'Kate Murphy'],
  ['Nour Eddine', 'Brigitte Roy'],
  ['Sumayya Patel', 'Igor Petrov'],
  ['Hands of Mercy', 'Orphan Care Union'],
  ['Taha Hussein', 'Marta Kowalska'],
  ['Asma Rizvi', 'Louis Durand'],
  ['Kamal Aziz', 'Yuki Tanaka'],
  ['Ruqayya Bello', 'Hans Meyer'],
  ['Suhail Anwar', 'Dina Weiss'],
  ['Faisal Qazi', 'Elif Sahin'],
  ['Mina Farahani', 'John Okoro'],
  ['Tariq Jamil', 'Sophie Lambert'],
  ['Wafa Salem', 'Erik Lund'],
]
const scoreOf = (name: string, other: string) =>
  screeningScore({ name, birthYear: null }, { names: [other], birthYear: null })

test.each(alike)('%s and %s are a match (content-26)', (name, other) => {
  expect(scoreOf(name, other)).toBeGreaterThanOrEqual(matchScore)
})

test.each(different)('%s and %s are no match (content-26)', (name, other) => {
  expect(scoreOf(name, other)).toBeLessThan(matchScore)
})

test('birth years more than two apart take 20 points, and the likest alias counts', () => {
  const entry = { names: ['Someone Else', 'Yusuf Baraka'], birthYear: 1970 }
  const score = (birthYear: number | null) => screeningScore({ name: 'Yusuf Baraka', birthYear }, entry)
  expect([1970, 1972, 1973, null].map(score)).toEqual([100, 100, 80, 100])
})

test('likeness is between 0 and 1, the same both ways, and 1 only for equal texts', () => {
  const words = fc.string({ maxLength: 12, unit: 'grapheme' })
  fc.assert(
    fc.property(words, words, (one, other) => {
      const likeness = jaroWinkler(one, other)
      expect(likeness).toBeGreaterThanOrEqual(0)
      expect(likeness).toBeLessThanOrEqual(1)
      if (one !== other) expect(likeness).toBeLessThan(1)
      expect(jaroWinkler(one, one)).toBe(one === '' ? 0 : 1)
    }),
  )
})

test('folding is stable, and ignores order, case, marks and punctuation', () => {
  fc.assert(
    fc.property(fc.constantFrom(...alike.flat()), (name) => {
      const folded = foldName(name)
      expect(foldName(folded)).toBe(folded)
      expect(foldName(name.toUpperCase().split(' ').toReversed().join(', '))).toBe(folded)
    }),
  )
})

test('a match is decided by a reviewer and an admin who say the same', () => {
  const first = { finding: 'other', byId: 'reviewer', isAdmin: false } as const
  const request = { first, finding: 'other', byId: 'admin', isAdmin: true, approvals: 2 } as const
  expect(judgeMatch(request)).toBe('decided')
  expect(judgeMatch({ ...request, first: null })).toBe('wait')
  expect(judgeMatch({ ...request, byId: 'reviewer' })).toBe('wait')
  expect(judgeMatch({ ...request, byId: 'other reviewer', isAdmin: false })).toBe('wait')
  expect(judgeMatch({ ...request, finding: 'same' })).toBe('conflict')
  expect(judgeMatch({ ...request, first: null, approvals: 1 })).toBe('decided')
  expect(judgeMatch({ ...request, first: null, isAdmin: false, approvals: 1 })).toBe('wait')
})
