/** SHA-256 of the source of each scorer, suite and harness with all that it imports or starts. Written by `npm run check -- --write`. */
export const sourceDigests: Readonly<Record<'scorers' | 'suites' | 'harnesses', Readonly<Record<string, string>>>> = {
  scorers: {
    'agent-world': 'sha256:0790026d71bd7082fcf2507541a533dbea763d24525d035a59a1a915538fefe7',
    'clock': 'sha256:0bea2bb72ae7bd958a2a0d63ffb3dd01d7b956f5b703fcecc52470a42b07d4f6',
    'code-tests': 'sha256:561618a35079130825c4e23c99c5b0497ce1cdb8467e5d40cff4c7ae83bd342a',
    'field-extraction': 'sha256:c52aae94f00d84a88e3821c3123521e077b7161424131933460093ff39ab892c',
    'instruction-rules': 'sha256:980e88fe4ebb3d0c6f48189026edadb38b13c4d9437c7c039474b58db3895128',
    'tool-calls': 'sha256:a4fa944f13d4e378d6aeaf752b2796a98d844c985dc6d90b183a2b95d863e50d',
    'typed-answer': 'sha256:87d4237b38894960fe0be185e87f4d7f28f79a730357e0ad6ade9a836e527e10',
  },
  suites: {
    'agent': 'sha256:bf5dfca80d7ac6a69f1c401745cfbd1a7cb6a04b4270783508d7d88038ff8ade',
    'coding': 'sha256:5846783e8ddcac5351409eb9a2feef8ab29365a32ea43dd7486b9e99bfe52ae4',
    'dataextract': 'sha256:abf500036ba2e0c1d44e3212029dfe895d69170d83b2e9fbe08574e13572ca09',
    'instructfollow': 'sha256:b9be943e55886e8990b4cdb91710ded82d6d7054d9137d9f6e7d9ee885e0f57b',
    'longcontext': 'sha256:525c561ab10f2099e8cbbd07344923ce3405f86884c3c4dde2abb6f33743464c',
    'reasonmath': 'sha256:23ef5dcd57f439e469d56c0f039d4ee66aa31c8949e46e5b63a0bca7fc4f30d8',
    'speed': 'sha256:f05cab5d4b01d501ea1fae7274d4c57ff99d740fa67bdf870b25713e99a554d8',
    'toolcall': 'sha256:875636d6d7454b5cdaf85c2348fa47c5eda27e3c10c09a6473f29ad11f8e3e84',
  },
  harnesses: {
    'constrained': 'sha256:1960537a36d625ec1af7d59d456f0955060b277ad97ddeb0a4abd5366c9fdee1',
    'hermes': 'sha256:8feceb9bf02b687c82b8bbe9238e85537c3ec51aae6b27073f6e64d2938acfe3',
    'raw': 'sha256:ad6476dd4cc1f6997dbd8cd8b109105bad177c143ea1bd5bb100aec690a82beb',
  },
};
