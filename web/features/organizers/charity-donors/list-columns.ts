/** Columns of a list that can be chosen, besides the donor, which is always there; and those shown without a choice. */
type ColumnChoice<Column extends string> = { readonly all: readonly Column[]; readonly usual: readonly Column[] }

const columnChoice = <const Column extends string>(
  all: readonly Column[],
  usual: readonly NoInfer<Column>[],
): ColumnChoice<Column> => ({ all, usual })

export const donationColumns = columnChoice(
  ['day', 'amount', 'fundraiser', 'receipt', 'state', 'kind'],
  ['day', 'amount', 'fundraiser', 'receipt'],
)
export type DonationColumn = (typeof donationColumns.all)[number]

export const donorColumns = columnChoice(
  ['total', 'count', 'first', 'last', 'place', 'segment'],
  ['total', 'count', 'first', 'last'],
)
export type DonorColumn = (typeof donorColumns.all)[number]

/** Reads the columns of an address, `columns=day,amount` or one for each; without known ones, the usual columns. */
export function readColumns<Column extends string>(
  query: URLSearchParams,
  { all, usual }: ColumnChoice<Column>,
): readonly Column[] {
  const named = query.getAll('columns').flatMap((names) => names.split(','))
  const chosen = all.filter((column) => named.includes(column))
  return chosen.length > 0 ? chosen : usual
}

/** Returns the value of `columns` in an address; undefined for the usual ones. */
export const columnsInQuery = <Column extends string>(
  columns: readonly Column[],
  { usual }: ColumnChoice<Column>,
): string | undefined => (columns.join() === usual.join() ? undefined : columns.join())
