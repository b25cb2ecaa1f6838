import { fieldsOf, type Step, type PlanForm } from './plan-form.ts'

/** Hidden fields with the choices of other steps. */
export const HiddenPlanFields = ({
  planForm,
  steps,
}: {
  readonly planForm: PlanForm
  readonly steps: readonly Step[]
}) =>
  steps.flatMap((step) =>
    fieldsOf(planForm, step).map(([name, value]) => (
      <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
    )),
  )
