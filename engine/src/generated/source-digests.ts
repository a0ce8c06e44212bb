/** SHA-256 of the source of each scorer, suite and harness with all that it imports. Written by `npm run check -- --write`. */
export const sourceDigests: Readonly<Record<'scorers' | 'suites' | 'harnesses', Readonly<Record<string, string>>>> = {
  scorers: {
    'agent-world': 'sha256:e24c361e9defb514da0ba8c9d874cdf348d0d447af009c5bcfe435f1bb9bb3d4',
    'clock': 'sha256:0bea2bb72ae7bd958a2a0d63ffb3dd01d7b956f5b703fcecc52470a42b07d4f6',
    'code-tests': 'sha256:6ebe64f2537517558b9200ac59a33929212b030901135a7a36f02d870bdf5f14',
    'field-extraction': 'sha256:c52aae94f00d84a88e3821c3123521e077b7161424131933460093ff39ab892c',
    'instruction-rules': 'sha256:980e88fe4ebb3d0c6f48189026edadb38b13c4d9437c7c039474b58db3895128',
    'tool-calls': 'sha256:a4fa944f13d4e378d6aeaf752b2796a98d844c985dc6d90b183a2b95d863e50d',
    'typed-answer': 'sha256:87d4237b38894960fe0be185e87f4d7f28f79a730357e0ad6ade9a836e527e10',
  },
  suites: {
    'coding': 'sha256:fd3159c957434095457dae1f959158aaf28fa286709ac715ece4ff10dc1c76f4',
    'dataextract': 'sha256:abf500036ba2e0c1d44e3212029dfe895d69170d83b2e9fbe08574e13572ca09',
    'instructfollow': 'sha256:b9be943e55886e8990b4cdb91710ded82d6d7054d9137d9f6e7d9ee885e0f57b',
    'longcontext': 'sha256:525c561ab10f2099e8cbbd07344923ce3405f86884c3c4dde2abb6f33743464c',
    'reasonmath': 'sha256:23ef5dcd57f439e469d56c0f039d4ee66aa31c8949e46e5b63a0bca7fc4f30d8',
    'speed': 'sha256:f05cab5d4b01d501ea1fae7274d4c57ff99d740fa67bdf870b25713e99a554d8',
    'toolcall': 'sha256:875636d6d7454b5cdaf85c2348fa47c5eda27e3c10c09a6473f29ad11f8e3e84',
  },
  harnesses: {
    'constrained': 'sha256:3c97eaf1ac397bbb6435adfacbfa7fccd93fb7de1e8719dbea54b634d627e9d0',
    'hermes': 'sha256:d685c037f9be39ad501a98c1634634b000d54becf4f178585972728fecc21b49',
    'raw': 'sha256:9368db3c18f46e242558a9b998650e56199444deaea3192b7354f9b74e2b2c46',
  },
};
