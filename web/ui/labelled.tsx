import { createContext, type ReactNode, useContext } from 'react'

/** Prefix of all control ids of a form, so that a page can have two forms with the same field names. */
export const FormIds = createContext('')
export const useControlId = (id: string): string => useContext(FormIds) + id

export type FieldProps = {
  readonly id: string
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** "optional" or "required", if marked. */ readonly mark?: string | undefined
}

/** A field with label, hint and error above the control, in reading order. */
export function Field({ children, ...field }: FieldProps & { readonly children: ReactNode }) {
  const { label, hint, error, mark } = field
  const id = useControlId(field.id)
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {mark ? <span className="label-mark">({mark})</span> : null}
      </label>
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      {children}
    </div>
  )
}
