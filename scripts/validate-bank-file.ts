/**
 * Validates SEPA files with libxml2 against a published schema: `node scripts/validate-bank-file.ts SCHEMA [FILE]`.
 * Without a file it validates a generated one with payouts of all sizes and transliterated names. The schema of
 * pain.001.001.09 is at iso20022.org, and a stricter one for SEPA at europeanpaymentscouncil.eu; neither is shipped.
 */
import fs from 'node:fs'
import { validateXML } from 'xmllint-wasm'
import { writePain } from '#modules/money/payouts/files/pain.ts'
import { printableName } from '#modules/money/payouts/files/printable-names.ts'
import { required } from '#shared/collections.ts'

const [schema, file] = process.argv.slice(2)
if (schema === undefined) {
  console.error('usage: node scripts/validate-bank-file.ts SCHEMA [FILE]')
  process.exit(2)
}

const names = ['Umeed Trust', 'جمعية الأمل الخيرية', 'Çocuk & Gençlik Vakfı', 'Förderverein "Größe"', 'O’Brien <Relief>']

const generated = () =>
  writePain(
    {
      reference: 'SBB12',
      currency: 'EUR',
      createdAt: new Date('2027-03-01T06:00:00Z'),
      orders: names.flatMap((name, index) => {
        const printable = printableName(name)
        return printable === undefined
          ? []
          : [
              {
                reference: `SB${index + 1}`,
                name: printable,
                country: 'DE',
                accountType: 'checking' as const,
                bankCode: '',
                accountNumber: '',
                iban: 'DE89370400440532013000',
                amount: 10n ** BigInt(index * 2) + 1n,
              },
            ]
      }),
    },
    { name: required(printableName('Sunbul e.V.'), 'name'), iban: 'FR1420041010050500013M02606' },
  ).toString('utf8')

const { valid, errors } = await validateXML({
  xml: [{ fileName: 'file.xml', contents: file === undefined ? generated() : fs.readFileSync(file, 'utf8') }],
  schema: [fs.readFileSync(schema, 'utf8')],
})
for (const { rawMessage } of errors) console.error(rawMessage)
console.log(valid ? 'The file is valid.' : `The file has ${errors.length} errors.`)
process.exitCode = valid ? 0 : 1
