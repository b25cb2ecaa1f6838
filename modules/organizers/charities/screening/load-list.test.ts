import { describe, expect, test } from 'vitest'
import { decodeCsv } from '#shared/input/csv-file.ts'
import { readScreeningList } from './load-list.ts'

const head = 'name,aliases,birth_year,country,source,id'
const read = (text: string) =>
  readScreeningList(text).map(({ entryId, names, birthYear, country }) => [entryId, names, birthYear, country])
const expected = [
  ['7', ['Amina Khan', 'Aminah Khan', 'A. Khan'], 1970, 'PK'],
  ['8', ['Yusuf Ali'], null, ''],
]

test('a screening list is read as any spreadsheet saves it (content-37)', () => {
  const text = `${head}\nAmina Khan,Aminah Khan; A. Khan,١٩٧٠,PK,list,7\nYusuf Ali,,,,list,8\n`
  const semicolons = text.replace('Aminah Khan; A. Khan', '"Aminah Khan; A. Khan"').replaceAll(',', ';')
  for (const file of [
    text,
    `\ufeff${text}`,
    text.replaceAll('\n', '\r\n'),
    text.replaceAll(',', '\t'),
    semicolons,
    `sep=;\n${semicolons}`,
  ])
    expect(read(file)).toEqual(expected)
  expect(read(decodeCsv(Buffer.from(`\ufeff${text}`, 'utf16le')))).toEqual(expected)
})

describe('a list is refused with the reason', () => {
  test.each([
    ['name,id\nx,1', 'These columns are missing: aliases, birth year, country, source.'],
    [`${head},name\nx,,,,s,1,y`, 'Several columns contain the same information: name, name.'],
    [head, 'The first row must be'],
    [`${head}\nAmina,"open,,,s,1`, 'Line 2 can’t be read.'],
    [`${head}\nAmina,,,,s,1,more`, 'Line 2 has more cells'],
    [`${head}\n\n,,,,s,1`, 'row 3 has no name'],
    [`${head}\nAmina,,,,s,`, 'row 2 has no id'],
    [`${head}\nAmina,,,,s,1\nYusuf,,,,s,1`, 'row 3 has the id 1 of an earlier row'],
    [`${head}\nAmina,,70,,s,1`, 'row 2 has a birth year that is no year: 70'],
  ])('%j', (text, reason) => expect(() => read(text)).toThrow(reason))

  test('in Windows-1256, so that no name is stored in wrong letters', () => {
    const bytes = Buffer.concat([
      Buffer.from(`${head}\n`),
      Buffer.from([0xc7, 0xe3, 0xed, 0xe4, 0xc9]),
      Buffer.from(',,,,s,1'),
    ])
    expect(() => read(decodeCsv(bytes))).toThrow('Save the file as CSV UTF-8')
  })
})
