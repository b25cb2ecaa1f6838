// Imported before anything else: React and its router decide by NODE_ENV, when they are loaded, whether they are their
// slow development selves.
process.env.NODE_ENV ??= process.env.SUNBUL_DEV === '1' ? 'development' : 'production'

export {}
