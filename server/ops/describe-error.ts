const unknownAuthority =
  'its certificate isn’t trusted on this machine; for a database, set the file of its certificate authority: DATABASE_URL=…?sslmode=verify-full&sslrootcert=/path/to/ca.pem; for a mail server, set NODE_EXTRA_CA_CERTS=/path/to/ca.pem'

/** What an operator can do, by error code of Node or PostgreSQL. Other network errors describe themselves. */
const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'another program uses this port: stop it, or set a different port (PORT, SANDBOX_PORT, METRICS_PORT); for the metrics of a second process of a role on this machine, set INSTANCE=2',
  EADDRNOTAVAIL: 'HOST must be an address of this machine',
  ECONNREFUSED: 'no database is listening there: start it, or set DATABASE_URL',
  ENOTFOUND: 'the host doesn’t exist: check DATABASE_URL and HOST',
  '28P01': 'check the user and password in DATABASE_URL',
  '28000': 'check the user in DATABASE_URL and the database’s access rules (pg_hba.conf)',
  '3D000': 'create the database, or set a different one in DATABASE_URL',
  '42P01': 'the database may lack migrations: npm run sunbul -- migrate',
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
  const remedy = remedies[code ?? (error.cause as NodeJS.ErrnoException | undefined)?.code ?? '']
  return remedy === undefined ? description : `${description} (${remedy})`
}
