/** A payout, or a negative amount that reduces earlier ones. */
type Outflow = { readonly currency: string; readonly amount: bigint }

/**
 * Subtracts negative amounts from the latest payouts before them in the same currency, in the order given, and returns
 * what is left above 0. A negative amount is a payout that netted a refund, or a repayment (zakat-19).
 */
export function netPayouts<Row extends Outflow>(rows: readonly Row[]): Row[] {
  const paid: Row[] = []
  for (const row of rows) {
    if (row.amount > 0n) {
      paid.push(row)
      continue
    }
    let open = -row.amount
    for (let index = paid.length - 1; open > 0n && index >= 0; index -= 1) {
      const payout = paid[index]
      if (payout?.currency !== row.currency) continue
      const taken = payout.amount < open ? payout.amount : open
      open -= taken
      paid[index] = { ...payout, amount: payout.amount - taken }
    }
  }
  return paid.filter(({ amount }) => amount > 0n)
}
