import { connectProviders } from '../config/payments.ts'
import { verifyLedger } from '../ops/verify-ledger.ts'
import type { Installation } from './installation.ts'

/** Prints every check of the ledger. The exit code is 1 if one finds an error. */
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
  console.log(broken === 0 ? 'The ledger is correct.' : `${broken} of ${findings.length} checks found errors.`)
  return broken === 0 ? 0 : 1
}
