import fc from 'fast-check'
import { isValidIBAN } from 'ibantools'
import { expect, test } from 'vitest'
import {
  activeEntry,
  type BankDetails,
  type BankState,
  checkBankDetails,
  isRoutingNumber,
  lastFourOf,
  shownState,
  normalizeBankDetails,
} from './bank-details.ts'

const details = (over: Partial<BankDetails>): BankDetails =>
  normalizeBankDetails({
    accountName: 'Rahma Relief',
    accountClass: 'business',
    accountType: 'checking',
    country: 'GB',
    bankCode: '',
    id: '',
    iban: '',
    ...over,
  })
const wrong = (over: Partial<BankDetails>) => Object.keys(checkBankDetails(details(over)))

test('accepts published IBANs however they are spaced, and refuses each with one changed sign (payments-25)', () => {
  for (const iban of [
    'GB29 NWBK 6016 1331 9268 19',
    'DE89 3704 0044 0532 0130 00',
    'PK36 SCBL 0000 0011 2345 6702',
    'sa03 8000 0000 6080 1016 7519',
    'NO93 8601 1117 947',
  ]) {
    const tidy = normalizeBankDetails(details({ iban })).iban
    expect([iban, isValidIBAN(tidy)]).toEqual([iban, true])
    fc.assert(
      fc.property(fc.integer({ min: 4, max: tidy.length - 1 }), fc.integer({ min: 1, max: 9 }), (place, by) => {
        const digit = tidy[place]!
        if (!/\d/.test(digit)) return
        const changed = `${tidy.slice(0, place)}${(Number(digit) + by) % 10}${tidy.slice(place + 1)}`
        expect(isValidIBAN(changed)).toBe(false)
      }),
    )
    expect(isValidIBAN(tidy.slice(0, -1))).toBe(false)
  }
  expect(isValidIBAN('ZZ29NWBK60161331926819')).toBe(false)
})

test('checks bank codes and numbers by country, and pads British numbers (payments-25)', () => {
  expect(wrong({ bankCode: '12-34-56', id: '1234567' })).toEqual([])
  expect(details({ bankCode: '12-34-56', id: '123456' }).id).toBe('00123456')
  expect(wrong({ bankCode: '12345', id: '12345678' })).toEqual(['bankCode'])
  expect(wrong({ bankCode: '123456', id: '123456789' })).toEqual(['id'])
  expect([isRoutingNumber('021000021'), isRoutingNumber('021000022')]).toEqual([true, false])
  expect(wrong({ country: 'US', bankCode: '021000021', id: '1234' })).toEqual([])
  expect(wrong({ country: 'US', bankCode: '021000022', id: '123' })).toEqual(['bankCode', 'id'])
  expect(wrong({ country: 'CA', bankCode: '003 12345', id: '1234567' })).toEqual([])
  expect(wrong({ country: 'JP', bankCode: 'BOTKJPJT', id: '0123456' })).toEqual([])
  expect(wrong({ country: 'JP', bankCode: 'BOTK', id: '012' })).toEqual(['bankCode', 'id'])
})

test('takes one way to write an account, a business account and a holder, and repeats no number (payments-25)', () => {
  const iban = 'GB29NWBK60161331926819'
  expect(wrong({ iban })).toEqual([])
  expect(wrong({ iban, id: '12345678' })).toEqual(['iban'])
  expect(wrong({ iban, country: 'DE' })).toEqual(['iban'])
  expect(wrong({ iban, accountClass: 'personal', accountName: '', accountType: 'other' })).toEqual([
    'accountName',
    'accountClass',
    'accountType',
  ])
  const wrongIban = 'GB29NWBK60161331926818'
  expect(JSON.stringify(checkBankDetails(details({ iban: wrongIban })))).not.toContain('6018')
  expect(JSON.stringify(checkBankDetails(details({ iban: wrongIban })))).not.toContain(wrongIban)
  expect(lastFourOf(details({ iban }))).toBe('6819')
})

test('one entry of a currency is used at a time, and none before its 72 hours are over (payments-25)', () => {
  const states: readonly BankState[] = ['pending', 'approved', 'rejected', 'stopped', 'replaced']
  const entry = fc.record({
    id: fc.uuid(),
    state: fc.constantFrom(...states),
    enteredAt: fc.constant(new Date(0)),
    activeFrom: fc.integer({ min: 0, max: 100 }).map((hours) => new Date(hours)),
  })
  fc.assert(
    fc.property(
      fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength: 6 }),
      fc.integer({ min: 0, max: 100 }),
      (all, position) => {
        const now = new Date(position)
        const used = all.filter((item) => shownState(item, all, now) === 'active')
        expect(used.length).toBeLessThanOrEqual(1)
        expect(activeEntry(all, now)?.id).toBe(used[0]?.id)
        for (const item of used) expect(item.state === 'approved' && item.activeFrom <= now).toBe(true)
      },
    ),
  )
})

/** Examples of the SWIFT registry and of national banks, one for each country; the rest is the library's. */
const publishedIbans =
  'AD1200012030200359100100 AE070331234567890123456 AL47212110090000000235698741 AT611904300234573201 AZ21NABZ00000000137010001944 ' +
  'BA391290079401028494 BE68539007547034 BG80BNBG96611020345678 BH67BMAG00001299123456 BI4210000100010000332045181 BR1800360305000010009795493C1 ' +
  'BY13NBRB3600900000002Z00AB00 CH9300762011623852957 CR05015202001026284066 CY17002001280000001200527600 CZ6508000000192000145399 ' +
  'DE89370400440532013000 DJ2100010000000154000100186 DK5000400440116243 DO28BAGR00000001212453611324 EE382200221020145685 ' +
  'EG380019000500000000263180002 ES9121000418450200051332 FI2112345600000785 FK88SC123456789012 FO6264600001631634 FR1420041010050500013M02606 ' +
  'GB29NWBK60161331926819 GE29NB0000000101904917 GI75NWBK000000007099453 GL8964710001000206 GR1601101250000000012300695 GT82TRAJ01020000001210029690 ' +
  'HN88CABF00000000000250005469 HR1210010051863000160 HU42117730161111101800000000 IE29AIBK93115212345678 IL620108000000099999999 ' +
  'IQ98NBIQ850123456789012 IS140159260076545510730339 IT60X0542811101000000123456 JO94CBJO0010000000000131000302 KW81CBKU0000000000001234560101 ' +
  'KZ86125KZT5004100100 LB62099900000001001901229114 LC55HEMM000100010012001200023015 LI21088100002324013AA LT121000011101001000 LU280019400644750000 ' +
  'LV80BANK0000435195001 LY83002048000020100120361 MC5811222000010123456789030 MD24AG000225100013104168 ME25505000012345678951 MK07250120000058984 ' +
  'MN121234123456789123 MR1300020001010000123456753 MT84MALT011000012345MTLCAST001S MU17BOMM0101101030300200000MUR NI45BAPR00000013000003558124 ' +
  'NL91ABNA0417164300 NO9386011117947 OM810180000001299123456 PK36SCBL0000001123456702 PL61109010140000071219812874 PS92PALS000000000400123456702 ' +
  'PT50000201231234567890154 QA58DOHB00001234567890ABCDEFG RO49AAAA1B31007593840000 RS35260005601001611379 RU0304452522540817810538091310419 ' +
  'SA0380000000608010167519 SC18SSCB11010000000000001497USD SD8811123456789012 SE4550000000058398257466 SI56263300012039086 SK3112000000198742637541 ' +
  'SM86U0322509800000000270100 SO211000001001000100141 ST23000100010051845310146 SV62CENR00000000000000700025 TL380080012345678910157 TN5910006035183598478831 ' +
  'TR330006100519786457841326 UA213223130000026007233566001 VA59001123000012345678 VG96VPVG0000012345678901 XK051212012345678906 YE15CBYE0001018861234567891234'

test('accepts the published example of each country (payments-25)', () => {
  for (const iban of publishedIbans.split(' ')) {
    expect([iban, wrong({ country: iban.slice(0, 2), iban })]).toEqual([iban, []])
    expect([iban, wrong({ country: iban.slice(0, 2), iban: iban.slice(0, -1) })]).toEqual([iban, ['iban']])
  }
})

test('reads numbers as people paste them, and stores what was checked (amounts-17, payments-25)', () => {
  for (const iban of [
    'IBAN GB29 NWBK 6016 1331 9268 19',
    'Iban: gb29nwbk60161331926819',
    'IBANGB29NWBK60161331926819',
    '\u202aGB29 NWBK 6016 1331 9268 19\u202c',
    'GB29–NWBK–6016–1331–9268–19',
    'GB٢٩ NWBK ٦٠١٦ ١٣٣١ ٩٢٦٨ ١٩',
    'ＧＢ２９ＮＷＢＫ６０１６１３３１９２６８１９',
  ])
    expect([iban, details({ iban }).iban, wrong({ iban })]).toEqual([iban, 'GB29NWBK60161331926819', []])
  for (const bankCode of ['12–34–56', '12 34 56', '١٢-٣٤-٥٦', '12.34.56', '\u206612-34-56\u2069'])
    expect(details({ bankCode, id: '١٢٣٤٥٦٧', country: ' gb' })).toMatchObject({ bankCode: '123456', id: '01234567' })
  expect(details({ country: 'JP', bankCode: 'BIC: botk jpjt', id: '۰۱۲۳۴۵۶' })).toMatchObject({
    bankCode: 'BOTKJPJT',
    id: '0123456',
  })
  expect(wrong({ country: 'US', bankCode: '۰۲۱۰۰۰۰۲۱', id: '१२३४' })).toEqual([])
})
