import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chargeEntries, type LedgerEntry } from '#modules/money/ledger/rules/posting.ts'
import { localDate } from '#shared/calendar.ts'
import { fileRowsOf, fileText, firstHead, headOf } from './rules/daily-file.ts'

const run = promisify(execFile)
const script = path.resolve('docs/verify-ledger.mjs')
let folder: string
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sunbul-ledger-'))
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

const line = { zakatEligible: 0n, coveredFee: 0n, tip: 0n, feeBearer: 'campaign' as const }
const days: readonly (readonly [string, readonly LedgerEntry[]])[] = [
  [
    '2026-11-25',
    chargeEntries(
      'GBP',
      [
        { ...line, campaignId: 12n, gift: 5_000n, zakatEligible: 2_000n, tip: 800n, feeShare: 175n },
        { ...line, campaignId: 7n, gift: 1_000n, coveredFee: 40n, feeShare: 40n },
      ],
      230n,
    ),
  ],
  ['2026-11-26', []],
  [
    '2026-11-27',
    [
      { account: 'campaign_payable', campaignId: 7n, meaning: 'payout', currency: 'GBP', amount: 900n },
      { account: 'campaign_payable', campaignId: 7n, meaning: 'reserve', currency: 'GBP', amount: 100n },
      { account: 'campaign_reserve', campaignId: 7n, meaning: 'reserve', currency: 'GBP', amount: -100n },
      { account: 'payout_in_transit', meaning: 'payout', currency: 'GBP', amount: -900n },
      ...chargeEntries('KWD', [{ ...line, campaignId: 7n, gift: 5_000n, feeShare: 255n }], 255n),
    ],
  ],
  ['2026-11-28', chargeEntries('JPY', [{ ...line, campaignId: 12n, gift: 3_000n, feeShare: 90n }], 90n)],
]

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Writes the published files, of which a test then changes some. */
function published(): string[] {
  let head = firstHead
  return days.map(([day, entries]) => {
    const text = fileText(localDate(day), head, fileRowsOf(entries))
    head = headOf(text)
    return text
  })
}

async function verify(
  texts: readonly string[],
  ...inputs: readonly string[]
): Promise<{ code: number; printed: string }> {
  const paths = texts.map((text, index) => {
    const file = path.join(folder, `${index}-${sha256(text).slice(0, 8)}.csv`)
    fs.writeFileSync(file, text)
    return file
  })
  const result = await run(process.execPath, [script, ...paths, ...inputs]).then(
    ({ stdout, stderr }) => ({ code: 0, printed: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      printed: error.stdout + error.stderr,
    }),
  )
  return result
}

/** Replaces a text in one file, and computes the heads of all later files again. */
function forge(texts: readonly string[], index: number, [from, to]: readonly [string, string]): string[] {
  const forged = [...texts]
  expect(forged[index]).toContain(from)
  forged[index] = forged[index]!.replace(from, to)
  for (let next = index + 1; next < forged.length; next += 1)
    forged[next] = forged[next]!.replace(/[0-9a-f]{64}/, sha256(forged[next - 1]!))
  return forged
}

test('the script has at most 100 lines and imports nothing but Node', () => {
  const source = fs.readFileSync(script, 'utf8')
  expect(source.split('\n').length).toBeLessThanOrEqual(101)
  expect([...source.matchAll(/from '([^']+)'/g)].map(([, from]) => from)).toEqual(['node:crypto', 'node:fs'])
})

test('published files are correct, in one file or in many, and their totals are those of the campaigns', async () => {
  const texts = published()
  const head = sha256(texts.at(-1)!)
  const expected = [
    'All campaigns, GBP: received 40.00, fees 1.75, paid out 9.00, waiting 29.25',
    'All campaigns, GBP, zakat: received 20.00, fees 0.00, paid out 0.00, waiting 20.00',
    'All campaigns, JPY: received 3000, fees 90, paid out 0, waiting 2910',
    'All campaigns, KWD: received 5.000, fees 0.255, paid out 0.000, waiting 4.745',
    'Campaign 7, GBP: received 10.00, fees 0.00, paid out 9.00, waiting 1.00',
    'Campaign 7, KWD: received 5.000, fees 0.255, paid out 0.000, waiting 4.745',
    'Correct: 4 days, 2026-11-25 to 2026-11-28',
    `Head of 2026-11-28: ${head}`,
    '',
  ].join('\n')
  expect(await verify([texts.join('')], '7', sha256(texts[0]!))).toEqual({ code: 0, printed: expected })
  expect(await verify([...texts.toReversed(), texts[0]!], '7')).toEqual({ code: 0, printed: expected })
})

test('a changed cent is found, even in two rows that still sum to 0', async () => {
  const texts = published()
  const changed = await verify(texts.map((text) => text.replace('12,GBP,payable,fee,175', '12,GBP,payable,fee,176')))
  expect(changed.code).toBe(1)
  expect(changed.printed).toContain('FAULT 2026-11-25: GBP sums to 1 instead of 0')
  expect(changed.printed).toContain("FAULT 2026-11-26: doesn't have the head of the file before it")
  const balanced = texts.map((text) =>
    text
      .replace('12,GBP,payable,fee,175', '12,GBP,payable,fee,176')
      .replace(/(platform,GBP,,,)(\d+)/, (_, key: string, sum: string) => `${key}${BigInt(sum) - 1n}`),
  )
  const found = await verify(balanced)
  expect(found.code).toBe(1)
  expect(found.printed).not.toContain('sums to')
  expect(found.printed).toContain("FAULT 2026-11-26: doesn't have the head of the file before it")
})

test('a removed day is found in the middle and at the beginning, and at the end by a head of it', async () => {
  const texts = published()
  const inTheMiddle = await verify(texts.toSpliced(1, 1))
  expect(inTheMiddle.code).toBe(1)
  expect(inTheMiddle.printed).toContain('FAULT 2026-11-27: follows 2026-11-25, so a day is missing')
  const closed = await verify(forge(texts.toSpliced(1, 1), 0, ['sunbul', 'sunbul']))
  expect(closed.printed).toContain('FAULT 2026-11-27: follows 2026-11-25, so a day is missing')
  expect(closed.printed).not.toContain("doesn't have the head")
  expect((await verify(texts.slice(1))).printed).toContain("FAULT 2026-11-26: doesn't have the head")
  const newest = sha256(texts.at(-1)!)
  expect((await verify(texts.slice(0, -1))).code).toBe(0)
  expect(await verify(texts.slice(0, -1), newest)).toMatchObject({
    code: 1,
    printed: expect.stringContaining(`FAULT ${newest} isn't the head of any of these days`) as string,
  })
})

test('a reordered and a repeated row are found, even if the later heads are computed again', async () => {
  const [from, to] = [
    '7,GBP,payable,payout,900\n7,GBP,payable,reserve,100',
    '7,GBP,payable,reserve,100\n7,GBP,payable,payout,900',
  ]
  const reordered = await verify(forge(published(), 2, [from, to]))
  expect(reordered).toMatchObject({
    code: 1,
    printed: expect.stringContaining('FAULT 2026-11-27: the row 7,GBP,payable,payout,900 isn') as string,
  })
  const row = '7,GBP,payable,reserve,100\n'
  const repeated = await verify(forge(published(), 2, [row, row + row]))
  expect(repeated.printed).toContain('FAULT 2026-11-27: the row 7,GBP,payable,reserve,100 isn')
})

test('a changed past with new later heads is found by a head that was printed before', async () => {
  const texts = published()
  const printed = sha256(texts[1]!)
  const forged = forge(texts, 0, ['12,GBP,zakat,gift,-2000', '12,GBP,zakat,gift,-1999'])
  const balanced = forge(forged, 0, [/platform,GBP,,,\d+/.exec(forged[0]!)![0], 'platform,GBP,,,5824'])
  expect((await verify(balanced)).code).toBe(0)
  expect((await verify(balanced, printed)).code).toBe(1)
})

test('other texts, rows and line ends are faults', async () => {
  const texts = published()
  expect((await verify(['not a ledger'])).code).toBe(1)
  expect((await verify([texts[0]!.replaceAll('\n', '\r\n')])).code).toBe(1)
  expect((await verify([texts[0]!.trimEnd()])).printed).toContain('the last line is incomplete')
  expect((await verify([texts[0]!.replace('fee,175', 'fee,175.0')])).printed).toContain(`isn't a row`)
  expect((await verify([texts[0]!.replace('account', 'amount')])).printed).toContain('names of the columns')
  expect((await verify([])).code).toBe(2)
})
