/** SHA-256 of the source of each scorer, suite and harness with all that it imports. Written by `npm run check -- --write`. */
export const sourceDigests: Readonly<Record<'scorers' | 'suites' | 'harnesses', Readonly<Record<string, string>>>> = {
  scorers: {
    'clock': 'sha256:0bea2bb72ae7bd958a2a0d63ffb3dd01d7b956f5b703fcecc52470a42b07d4f6',
    'field-extraction': 'sha256:c52aae94f00d84a88e3821c3123521e077b7161424131933460093ff39ab892c',
    'instruction-rules': 'sha256:cbed8eb8fa1c09528ef2505be32fb66cc9de4881a39b80dead732218fd7c11f1',
    'tool-calls': 'sha256:a4fa944f13d4e378d6aeaf752b2796a98d844c985dc6d90b183a2b95d863e50d',
    'typed-answer': 'sha256:e19b85c929d78d830bcf773861a4e8b2dcf8ab7d3872b08cef956a10badad37e',
  },
  suites: {
    'dataextract': 'sha256:abf500036ba2e0c1d44e3212029dfe895d69170d83b2e9fbe08574e13572ca09',
    'instructfollow': 'sha256:ab1724315e679f133d89a91ef58c9abab3d53d1a44f08564e479068e2062e603',
    'longcontext': 'sha256:1fe77e179548645784323495886d2856f758edadd6ac01ead0b85cf229c964a4',
    'reasonmath': 'sha256:32155d36e8ee017d0ef6f0c533032f50b76b7904946327916ac7f75aef9e98aa',
    'speed': 'sha256:f05cab5d4b01d501ea1fae7274d4c57ff99d740fa67bdf870b25713e99a554d8',
    'toolcall': 'sha256:875636d6d7454b5cdaf85c2348fa47c5eda27e3c10c09a6473f29ad11f8e3e84',
  },
  harnesses: {
    'hermes': 'sha256:d685c037f9be39ad501a98c1634634b000d54becf4f178585972728fecc21b49',
    'raw': 'sha256:9368db3c18f46e242558a9b998650e56199444deaea3192b7354f9b74e2b2c46',
  },
};
