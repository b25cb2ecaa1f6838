import { connectProviders } from '../config/payments.ts'
import { verifyLedger } from '../ops/verify-ledger.ts'
import type { Installation } from './installation.ts'

/** Prints the result of every ledger check. Returns exit code 1 if a check finds rows. */
export async function printLedgerChecks({ config, ownerUrl }: Installation): Promise<number> {
  const findings = await verifyLedger(ownerUrl, connectProviders(config, () => new Date()).all)
  for (const { title, count, rows, note } of findings) {
    console.log(`${count === 0 ? 'ok  ' : 'FAIL'} ${String(count).padStart(6)}  ${title}${note ? ` (${note})` : ''}`)
    for (const row of rows.slice(0, 10))
      console.log(
        `             ${JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`,
      )
  }
  const broken = findings.filter((finding) => finding.count > 0).length
  console.log(broken === 0 ? 'All ledger checks passed.' : `${broken} of ${findings.length} ledger checks failed.`)
  return broken === 0 ? 0 : 1
}
