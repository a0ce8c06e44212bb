"""Serves one GGUF with llama.cpp's own HTTP server: MODEL PORT THREADS CONTEXT [TEMPLATE], the file of a chat template."""

import os
import sys
import time
from pathlib import Path

import xllamacpp

model, port, threads, context = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
parent = os.getppid()

params = xllamacpp.CommonParams()
params.model.path = model
params.model_alias = ["smollm2"]
params.hostnames = ["127.0.0.1"]
params.port = port
params.n_ctx = context
params.n_parallel = 1
# Left alone it takes all cores, and spinning threads on busy cores collapse.
params.cpuparams.n_threads = threads
params.cpuparams_batch.n_threads = threads
params.use_jinja = True
if len(sys.argv) > 5:
    params.chat_template = Path(sys.argv[5]).read_text()
    # A model that never learnt to think would not end it.
    sampling = params.sampling
    sampling.reasoning_budget_tokens = 24
    params.sampling = sampling
params.endpoint_metrics = True
params.endpoint_props = True
params.endpoint_slots = True

server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
# A killed test leaves no server behind.
while os.getppid() == parent:
    time.sleep(0.5)
os._exit(0)
