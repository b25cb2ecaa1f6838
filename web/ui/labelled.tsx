import { createContext, type ReactNode, useContext } from 'react'

/** Begins the ids of every control of a form, so that two forms may stand on one page. Their names stay. */
export const FormIds = createContext('')
export const useControlId = (id: string): string => useContext(FormIds) + id

export type FieldProps = {
  readonly id: string
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** "optional" or "required", where it needs saying. */ readonly mark?: string | undefined
}

/** Label, hint, error above the control: in the order they are read. */
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
