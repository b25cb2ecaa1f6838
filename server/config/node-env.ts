// Must be the first import: React and React Router read NODE_ENV when they are loaded and use their slow development
// builds without it.
process.env.NODE_ENV ??= process.env.SUNBUL_DEV === '1' ? 'development' : 'production'

export {}
