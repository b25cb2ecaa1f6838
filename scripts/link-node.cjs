// After npm has installed: make node_modules/.bin/node the pinned runtime, so that every npm script runs in it.
// Runs in whatever Node the machine has (14 or newer), hence CommonJS. npm 10 loses the link by itself when several
// optional packages offer the same bin name.
const fs = require('fs')
const path = require('path')
const { pinnedNode } = require('./pinned-node.cjs')

const windows = process.platform === 'win32'
const bin = path.join(__dirname, '..', 'node_modules', '.bin')
const link = path.join(bin, windows ? 'node.exe' : 'node')
const pinned = pinnedNode()

if (pinned) {
  fs.mkdirSync(bin, { recursive: true })
  fs.rmSync(link, { force: true })
  if (!windows) fs.symlinkSync(path.relative(bin, pinned), link)
  else {
    try {
      fs.linkSync(pinned, link)
    } catch {
      fs.copyFileSync(pinned, link)
    }
  }
} else {
  for (const name of ['node', 'node.exe', 'node.cmd', 'node.ps1']) fs.rmSync(path.join(bin, name), { force: true })
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 22 || (major === 22 && minor < 22)) {
    console.error(
      'The Node runtime that comes with Sunbul does not run on this machine. Please install Node 24 or newer.',
    )
    process.exit(1)
  }
}
