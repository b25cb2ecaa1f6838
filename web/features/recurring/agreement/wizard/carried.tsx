import { fieldsOf, type Step, type Wish } from './wish.ts'

/** What other steps chose, taken along by the form of this one. */
export const Carried = ({ wish, of }: { readonly wish: Wish; readonly of: readonly Step[] }) =>
  of.flatMap((step) =>
    fieldsOf(wish, step).map(([name, value]) => (
      <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
    )),
  )
