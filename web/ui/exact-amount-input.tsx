import type { FieldProps } from './labelled.tsx'
import { TextInput } from './field.tsx'

/**
 * Input for an amount with the decimals of its currency: a refund, an offline donation, one night of a plan. The
 * server parses it (`postedExact`).
 */
export const ExactAmountInput = (props: FieldProps & { readonly defaultValue: string }) => (
  <TextInput {...props} dir="ltr" inputMode="decimal" autoComplete="off" maxLength={24} />
)
