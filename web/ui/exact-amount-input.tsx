import type { FieldProps } from './labelled.tsx'
import { TextInput } from './field.tsx'

/**
 * An amount that may have the decimals of its currency, because it stands already: what goes back, what came in cash,
 * one night of a plan. The server reads it (`postedExact`).
 */
export const ExactAmountInput = (props: FieldProps & { readonly defaultValue: string }) => (
  <TextInput {...props} dir="ltr" inputMode="decimal" autoComplete="off" maxLength={24} />
)
