import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import type { DocumentContent } from './content.ts'
import { documentPdf } from './pdf.ts'

const options = { size: 'A4', ownerPassword: 'thrown away', generatedAt: new Date('2026-11-21T00:00:00Z') } as const
const contentFor = (name: string, over: Partial<DocumentContent> = {}): DocumentContent => ({
  locale: 'en',
  title: '7-2026-000001',
  kicker: 'Receipt',
  issuer: { name: 'مؤسسة الخير', lines: [] },
  facts: [
    ['Donor', name],
    ['Partner', 'يوسف الكيلاني'],
  ],
  sections: [],
  footer: 'Sunbul',
  pages: ({ page, pages }) => `Page ${page} of ${pages}`,
  ...over,
})

/** Returns the text of a PDF as a program that knows nothing of ours reads it (pdf.js). */
async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  return text.replace(/\s+/g, ' ').normalize('NFC')
}

const names = [
  'Amina Yusuf Khan',
  'Əliyev Məmməd',
  'ʿAbd al-Raḥmān',
  'Gʻulom Oʻktam',
  'Ɓala Ɗan Ƙasim',
  'Ẹ́kùn Adéṣọlá',
  'Žižek Ömer Çelik',
  'Nguyễn Thị Hạnh',
  'Иван Жәнібек Қасым',
  'Μαρία Παπαδοπούλου',
  'მუჰამედ',
  'Մուհամմադ',
  'محمد علي',
  'يحيى الكيلاني',
  'عبد السلام الأنصاري',
  'لالا سلام',
  'علی رضا محمدی',
  'عائشۂ بیگم',
  'ہمایوں کھوکھر',
  'ګل پښتون',
  'ئۇيغۇر ئابلىز',
  'مُحَمَّد عَبد',
  'מוחמד כהן',
  'מֻחַמַּד שָׁלוֹם',
  'ߡߎ߬ߤߊߡߡߊߘ',
  'ⵎⵓⵃⴰⵎⵎⴰⴷ',
  'መሐመድ አሊ',
  '𞤃𞤵𞤸𞤢𞤥𞤥𞤢𞤣𞤵',
  '𐴔𐴟𐴇𐴝𐴔𐴔𐴡𐴊',
  'মোহাম্মদ রফিকুল ইসলাম',
  'मुहम्मद इब्राहीम शक्ति',
  'ਮੁਹੰਮਦ ਸਿੰਘ',
  'મોહમ્મદ',
  'ମହମ୍ମଦ',
  'முகமது கோவிந்தன்',
  'మహమ్మద్ క్రిష్ణ',
  'ಮೊಹಮ್ಮದ್ ಕೃಷ್ಣ',
  'മുഹമ്മദ് ശ്രീ',
  'මොහොමඩ්',
  'มูฮัมหมัด น้ำ',
  'ម៉ូហាម៉ាត់ ស្រី',
  'မိုဟာမက် ကျော်',
  'བཀྲ་ཤིས',
  '张伟 王玥 馬',
  '田中 さくら タナカ',
  '김무함마드',
]

test('many documents of one process, made at once and in turn, lose no letter of any name', async () => {
  const missing: string[] = []
  const check = async (name: string, pdf: Promise<Buffer>) => {
    const text = await textOf(await pdf)
    for (const expected of [name, 'يوسف الكيلاني', 'مؤسسة الخير'])
      if (!text.includes(expected.normalize('NFC'))) missing.push(`${name}: ${expected} in ${text}`)
  }
  for (const name of names) await check(name, documentPdf(contentFor(name), options))
  await Promise.all(names.slice(10, 24).map((name) => check(name, documentPdf(contentFor(name), options))))
  expect(missing).toEqual([])
}, 120_000)

test('letters that share a glyph are read as themselves in one document', async () => {
  const rows = ['علي يوسف', 'علی یوسف', 'كمال', 'کمال', 'هدى', 'ہدی'].map((name) => [name])
  const table = { kind: 'table', head: ['Name'], rows, textColumns: 1, widths: [1] } as const
  const text = await textOf(await documentPdf(contentFor('x', { sections: [table] }), options))
  for (const name of rows.flat()) expect(text).toContain(name)
})

test.each([
  ['𐎀𐎁 (Ugaritic)', 'ab (Ugaritic)'],
  ['𠮷野', 'Kichi野'],
  ['Salma \u202eevil\u0007', 'Salma evil'],
])(
  'a letter without a bundled glyph is transliterated, and nothing becomes a question mark: %s',
  async (name, printed) => {
    const text = await textOf(await documentPdf(contentFor(name), options))
    expect(text).toContain(printed)
    expect(text).not.toMatch(/[?\ufffd\u202e]/)
  },
)

test('pages are numbered, in both languages and over several pages', async () => {
  const rows = Array.from({ length: 80 }, (_, index) => [`Name ${index}`])
  const table = { kind: 'table', head: ['Name'], rows, textColumns: 1, widths: [1] } as const
  const text = await textOf(await documentPdf(contentFor('x', { sections: [table] }), options))
  for (const page of ['Page 1 of 3', 'Page 2 of 3', 'Page 3 of 3']) expect(text).toContain(page)
  for (const [row] of rows) expect(text).toContain(row)
})

test('a document is tagged: title, language, headings, lists, tables, and the original text of a name', async () => {
  const table = { kind: 'table', head: ['Name'], rows: [['𠮷野']], textColumns: 1, widths: [1] } as const
  const pdf = await documentPdf(contentFor('علي', { locale: 'ar', sections: [table] }), options)
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const { info } = await document.getMetadata()
  expect(info).toMatchObject({ Title: 'Receipt 7-2026-000001', Language: 'ar' })
  expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
  const page = await document.getPage(1)
  const tree = JSON.stringify(await page.getStructTree())
  for (const role of ['Document', 'H1', 'L', 'LI', 'Lbl', 'LBody', 'Table', 'TR', 'TH', 'TD'])
    expect(tree).toContain(`"role":"${role}"`)
})
