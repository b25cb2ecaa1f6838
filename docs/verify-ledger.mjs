#!/usr/bin/env node
// Verifies downloaded files of a public ledger of Sunbul, offline and without dependencies (Node 18 or newer):
//   node verify-ledger.mjs FILE... [HEAD...] [CAMPAIGN...]
// FILE is a day's file or a file with several days. HEAD is a head from a statement or trail (64 characters), which
// must be the head of one of the days. CAMPAIGN is a campaign's number, whose own totals are printed, too.
// Exits with 0 if all is correct, with 1 and the faults if not.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const inputs = process.argv.slice(2)
const heads = inputs.filter((input) => /^[0-9a-f]{64}$/.test(input))
const campaigns = inputs.filter((input) => /^\d{1,18}$/.test(input))
const paths = inputs.filter((input) => !heads.includes(input) && !campaigns.includes(input))
if (paths.length === 0) {
  console.error('Usage: node verify-ledger.mjs FILE... [HEAD...] [CAMPAIGN...]')
  process.exit(2)
}

const first = 'sunbul-ledger,1,'
const columns = 'campaign,currency,account,meaning,sum'
const rowForm =
  /^(?:platform,([A-Z]{3}),,|(\d+),([A-Z]{3}),(payable|zakat|reserve),(gift|fee|payout|reserve|other)),(-?[1-9]\d*)$/
const faults = []

// Latin-1 keeps every byte, and a file has only ASCII. The same day may be in two downloads, if both are equal.
const texts = paths.flatMap((path) => readFileSync(path, 'latin1').split(new RegExp(`(?=^${first})`, 'm')))
const dayOf = (text) => text.slice(first.length, first.length + 10)
const files = [...new Set(texts)].sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : 1))

const totals = new Map() // by owner, currency and kind of money
let headBefore = '0'.repeat(64)
let dayBefore
const found = new Set()
for (const text of files) {
  const lines = text.split('\n')
  const [, day, before] = /^sunbul-ledger,1,(\d{4}-\d{2}-\d{2}),([0-9a-f]{64})$/.exec(lines[0]) ?? []
  if (!day) {
    faults.push(`${JSON.stringify(lines[0].slice(0, 80))}: no file of a public ledger begins like this`)
    continue
  }
  if (dayBefore && Date.parse(day) - Date.parse(dayBefore) !== 86_400_000)
    faults.push(`${day}: follows ${dayBefore}, so a day is missing or is there twice`)
  if (before !== headBefore)
    faults.push(
      `${day}: doesn't have the head of the file before it, so one of the two files has changed or is missing`,
    )
  if (lines[1] !== columns) faults.push(`${day}: the second line isn't the names of the columns`)
  if (lines.at(-1) !== '') faults.push(`${day}: the last line is incomplete`)
  const sums = new Map()
  let rowBefore = ''
  for (const line of lines.slice(2, -1)) {
    const [, platform, campaign, currency = platform, account, meaning, sum] = rowForm.exec(line) ?? []
    if (!currency) {
      faults.push(`${day}: ${JSON.stringify(line.slice(0, 80))} isn't a row`)
      continue
    }
    if (line <= rowBefore) faults.push(`${day}: the row ${line} isn't in order`)
    rowBefore = line
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(sum))
    if (campaign) add(campaign, currency, account, meaning, BigInt(sum))
  }
  for (const [currency, sum] of sums) if (sum !== 0n) faults.push(`${day}: ${currency} sums to ${sum} instead of 0`)
  headBefore = createHash('sha256').update(text, 'latin1').digest('hex')
  found.add(headBefore)
  dayBefore = day
}
for (const head of heads) if (!found.has(head)) faults.push(`${head} isn't the head of any of these days`)

function add(campaign, currency, account, meaning, sum) {
  const kind = account === 'zakat' ? ', zakat' : ''
  for (const owner of campaigns.includes(campaign) ? ['All campaigns', `Campaign ${campaign}`] : ['All campaigns']) {
    const name = `${owner}, ${currency}${kind}`
    const total = totals.get(name) ?? { currency, gift: 0n, fee: 0n, payout: 0n, waiting: 0n }
    if (meaning in total) total[meaning] += sum
    total.waiting -= sum
    totals.set(name, total)
  }
}

/** Writes minor units with the decimals of their currency. */
function major(amount, currency) {
  if (/^(JPY|KRW|UGX|RWF|XOF|XAF|DJF|VND|GNF|KMF|ISK|CLP|PYG)$/.test(currency)) return String(amount)
  const decimals = /^(KWD|BHD|OMR|JOD|IQD|LYD|TND)$/.test(currency) ? 3 : 2
  const digits = String(amount < 0n ? -amount : amount).padStart(decimals + 1, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

for (const name of [...totals.keys()].sort((a, b) => (a < b ? -1 : 1))) {
  const { currency, gift, fee, payout, waiting } = totals.get(name)
  const [received, fees, paidOut, rest] = [-gift, fee, payout, waiting].map((sum) => major(sum, currency))
  console.log(`${name}: received ${received}, fees ${fees}, paid out ${paidOut}, waiting ${rest}`)
}
for (const fault of faults) console.error(`FAULT ${fault}`)
if (faults.length === 0) console.log(`Correct: ${files.length} days, ${dayOf(files[0])} to ${dayBefore}`)
console.log(`Head of ${dayBefore}: ${headBefore}`)
process.exitCode = faults.length === 0 ? 0 : 1
