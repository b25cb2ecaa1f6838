const unknownAuthority =
  'its certificate is not trusted on this machine; for a database, name the file of its certificate authority: DATABASE_URL=…?sslmode=verify-full&sslrootcert=/path/of/it.pem'

/** What an operator can do, by error code of Node or PostgreSQL. Other network errors describe themselves. */
const whatToDo: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program has this port: stop it, or set another (PORT, SANDBOX_PORT, METRICS_PORT)',
  EADDRNOTAVAIL: 'HOST must be an address of this machine',
  ECONNREFUSED: 'no database answers there: start it, or set DATABASE_URL',
  ENOTFOUND: 'there is no such host: look at DATABASE_URL and HOST',
  '28P01': 'look at the user and password in DATABASE_URL',
  '28000': 'look at the user in DATABASE_URL, and at whom the database lets in (pg_hba.conf)',
  '3D000': 'create it, or name another in DATABASE_URL',
  '42P01': 'is the database of this version? npm run sunbul -- migrate',
  '42501': 'the user in DATABASE_URL must own the database',
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
}

/**
 * Describes an error in a sentence for the operator's terminal, with a remedy if one is known. A name with several
 * addresses fails with an AggregateError without a message.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const text =
    error instanceof AggregateError
      ? error.errors.map((one) => (one instanceof Error ? one.message : String(one))).join('; ')
      : ''
  const { code } = error as NodeJS.ErrnoException
  const description = error.message || text || code || error.name
  const todo = whatToDo[code ?? (error.cause as NodeJS.ErrnoException | undefined)?.code ?? '']
  return todo === undefined ? description : `${description} (${todo})`
}
