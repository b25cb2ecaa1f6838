import { fieldsOf, type Step, type PlanForm } from './plan-form.ts'

/** Hidden fields with the choices of other steps. */
export const Carried = ({ planForm, of }: { readonly planForm: PlanForm; readonly of: readonly Step[] }) =>
  of.flatMap((step) =>
    fieldsOf(planForm, step).map(([name, value]) => (
      <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
    )),
  )
