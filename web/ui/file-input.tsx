/** A file field with label, hint and error. Works without JavaScript in a multipart form. */
export function FileInput({
  id,
  label,
  hint,
  accept,
  error,
}: {
  readonly id: string
  readonly label: string
  readonly hint: string
  /** Media types, comma-separated. */
  readonly accept: string
  readonly error?: string | undefined
}) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
      {error ? (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      <input
        className="input"
        id={id}
        name={id}
        type="file"
        accept={accept}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
      />
    </div>
  )
}
