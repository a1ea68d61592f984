using System.Globalization;
using Tenure.Data;
using Tenure.Interop;
using Tenure.Nn;
using Tenure.Optim;
using Tenure.Options;

namespace Tenure.Tests.Scenarios;

/// <summary>The commands that make, move, change or release something, each through the member of the same meaning. Those
/// that are one operation are generated (Commands.g.cs).</summary>
internal sealed partial class Commands(Runner runner)
{
    private readonly WorkspaceCommands _workspaces = new(runner);
    private readonly ModelCommands _models = new(runner);
    private readonly OnnxValueCommands _values = new(runner);

    /// <summary>Runs the command of <paramref name="words"/>; returns what its names are to be bound to.</summary>
    public NativeResource[] Run(Words words, out bool forged)
    {
        forged = words.Command == "forge";
        return One(MakeTensor(words) ?? Compute(words) ?? Make(words)) ?? ComputeSeveral(words) ?? Own(words) ?? Train(words) ?? Modules(words) ?? Files(words) ?? _workspaces.Run(words) ?? _models.Run(words)
            ?? _values.Run(words)
            ?? throw new ScenarioFailure($"{words.Command} is no command");
    }

    private static NativeResource[]? One(NativeResource? made) => made is null ? null : [made];

    private Tensor Tensor(Words words) => runner.Get<Tensor>(words.Next());

    private Tensor? OptionalTensor(Words words)
    {
        string word = words.Next();
        return word == "none" ? null : runner.Get<Tensor>(word);
    }

    private Tensor[] Tensors(Words words)
    {
        var tensors = new List<Tensor>();
        while (words.Left > 0)
        {
            tensors.Add(Tensor(words));
        }
        return [.. tensors];
    }

    private NativeResource? Make(Words words)
    {
        switch (words.Command)
        {
            case "from_values":
                return FromValues(words.DType(), words.Integers(), words);
            case "in":
                return MakeIn(runner.Get<Scope>(words.Next()), words);
            case "open":
                return Known(Scope.Open());
            case "create":
                return Known(Scope.Create(words.Left > 0 ? runner.Get<Scope>(words.Next()) : null));
            case "tape_open":
                return Tape.Open();
            case "counter_start":
                return TenureRuntime.Measure();
            case "forge":
                return Forge(words.Next(), Handle(words.Next()));
            default:
                return null;
        }
    }

    /// <summary>The same, with the owner named.</summary>
    private static Tensor MakeIn(Scope scope, Words words)
    {
        string command = words.Next();
        return command == "from_values"
            ? FromValuesIn(scope, words.DType(), words.Integers(), words)
            : MakeTensorIn(scope, command, words)
                ?? throw new ScenarioFailure($"{command} makes nothing that a scope can be named for");
    }

    private static Tensor FromValuesIn(Scope scope, DType dtype, long[] dims, Words words) => dtype switch
    {
        DType.F32 => scope.Of(words.List(Words.ReadFloat), (ReadOnlySpan<long>)dims),
        DType.F64 => scope.Of(words.List(Words.ReadNumber), (ReadOnlySpan<long>)dims),
        DType.I32 => scope.Of(words.List(Words.Read<int>), (ReadOnlySpan<long>)dims),
        DType.I64 => scope.Of(words.List(Words.Read<long>), (ReadOnlySpan<long>)dims),
        DType.U8 => scope.Of(words.List(Words.Read<byte>), (ReadOnlySpan<long>)dims),
        DType.F16 => scope.Of(words.List(Words.ReadHalf), (ReadOnlySpan<long>)dims),
        DType.BF16 => scope.Of<float>(dtype, words.List(Words.ReadFloat), dims),
        DType.I8 => scope.Of(words.List(Words.Read<sbyte>), (ReadOnlySpan<long>)dims),
        DType.I16 => scope.Of(words.List(Words.Read<short>), (ReadOnlySpan<long>)dims),
        DType.U16 => scope.Of(words.List(Words.Read<ushort>), (ReadOnlySpan<long>)dims),
        DType.U32 => scope.Of(words.List(Words.Read<uint>), (ReadOnlySpan<long>)dims),
        DType.U64 => scope.Of(words.List(Words.Read<ulong>), (ReadOnlySpan<long>)dims),
        _ => scope.Of(words.List(word => Words.Read<int>(word) != 0), (ReadOnlySpan<long>)dims),
    };

    /// <summary>Scenarios count scopes from their first line on; here the core learns of one when it gets its first member.</summary>
    private static Scope Known(Scope scope)
    {
        scope.Known();
        return scope;
    }

    private static Tensor FromValues(DType dtype, long[] dims, Words words) => dtype switch
    {
        DType.F32 => Tenure.Tensor.Of(words.List(Words.ReadFloat), (ReadOnlySpan<long>)dims),
        DType.F64 => Tenure.Tensor.Of(words.List(Words.ReadNumber), (ReadOnlySpan<long>)dims),
        DType.I32 => Tenure.Tensor.Of(words.List(Words.Read<int>), (ReadOnlySpan<long>)dims),
        DType.I64 => Tenure.Tensor.Of(words.List(Words.Read<long>), (ReadOnlySpan<long>)dims),
        DType.U8 => Tenure.Tensor.Of(words.List(Words.Read<byte>), (ReadOnlySpan<long>)dims),
        DType.F16 => Tenure.Tensor.Of(words.List(Words.ReadHalf), (ReadOnlySpan<long>)dims),
        DType.BF16 => Tenure.Tensor.Of<float>(dtype, words.List(Words.ReadFloat), dims),
        DType.I8 => Tenure.Tensor.Of(words.List(Words.Read<sbyte>), (ReadOnlySpan<long>)dims),
        DType.I16 => Tenure.Tensor.Of(words.List(Words.Read<short>), (ReadOnlySpan<long>)dims),
        DType.U16 => Tenure.Tensor.Of(words.List(Words.Read<ushort>), (ReadOnlySpan<long>)dims),
        DType.U32 => Tenure.Tensor.Of(words.List(Words.Read<uint>), (ReadOnlySpan<long>)dims),
        DType.U64 => Tenure.Tensor.Of(words.List(Words.Read<ulong>), (ReadOnlySpan<long>)dims),
        _ => Tenure.Tensor.Of(words.List(word => Words.Read<int>(word) != 0), (ReadOnlySpan<long>)dims),
    };

    private ulong Handle(string word)
    {
        if (word == "0")
        {
            return 0;
        }
        string[] parts = word.Split('^');
        ulong handle = runner.Get<NativeResource>(parts[0]).Known();
        return parts.Length switch
        {
            1 => handle,
            2 when parts[1].StartsWith("0x", StringComparison.Ordinal) => handle ^ ulong.Parse(parts[1][2..], NumberStyles.HexNumber, CultureInfo.InvariantCulture),
            _ => throw new ScenarioFailure($"{word} is no handle"),
        };
    }

    private static NativeResource Forge(string kind, ulong handle)
    {
        if (kind == "scope")
        {
            return new Scope(handle, null);
        }
        return kind switch
        {
            "tensor" => new Tensor(handle, null),
            _ => ForgeKind(kind, handle) ?? throw new ScenarioFailure($"{kind} cannot be forged"),
        };
    }

    /// <summary>The axes of a reduction, which may name none.</summary>
    private static long[] Axes(Words words) => words.Left > 0 ? words.Integers() : [];

    private static bool KeepDim(Words words)
    {
        bool keep = words.Left > 0;
        if (keep && words.Next() is var word && word != "keepdim")
        {
            throw new ScenarioFailure($"{word} is not keepdim");
        }
        return keep;
    }

    /// <summary>Commands without a result: owners, changes in place, limits.</summary>
    private NativeResource[]? Own(Words words)
    {
        switch (words.Command)
        {
            case "nest":
                return Nest(words.Integer(), words.Integer());
            case "close":
                Runner.End(runner.Get<Scope>(words.Next()));
                return [];
            case "dispose":
                runner.Get<NativeResource>(words.Next()).Dispose();
                return [];
            case "keep":
                runner.Get<Scope>(words.Next()).Keep(runner.Get<NativeResource>(words.Next()));
                return [];
            case "move_out":
                runner.Get<NativeResource>(words.Next()).MoveToOuterScope();
                return [];
            case "attach":
                runner.Get<Scope>(words.Next()).Attach(runner.Get<NativeResource>(words.Next()));
                return [];
            case "detach":
                runner.Get<NativeResource>(words.Next()).DetachFromScope();
                return [];
            case "move_to":
                NativeResource moved = runner.Get<NativeResource>(words.Next());
                moved.MoveTo(runner.Get<Scope>(words.Next()));
                return [];
            case "temp_attach":
                runner.Get<Scope>(words.Next()).TempAttach(runner.Get<NativeResource>(words.Next()));
                return [];
            case "ret":
                runner.Get<Scope>(words.Next()).Ret(runner.Get<NativeResource>(words.Next()));
                return [];
            case "close_all_but":
                CloseAllBut(runner.Get<Scope>(words.Next()), words);
                return [];
            case "cap":
                runner.Get<Scope>(words.Next()).Cap();
                return [];
            case "uncap":
                runner.Get<Scope>(words.Next()).Uncap();
                return [];
            case "scope_limit":
                Scope limited = runner.Get<Scope>(words.Next());
                limited.Limit = words.Integer();
                return [];
            case "measure":
                runner.Get<Scope>(words.Next()).Measure();
                return [];
            case "set_name":
                NativeResource named = runner.Get<NativeResource>(words.Next());
                named.Name = words.Text();
                return [];
            case "seed":
                TenureRuntime.Seed((ulong)words.Integer());
                return [];
            case "limit":
                Limit(words.Next());
                return [];
            case "raise":
                Errors.Check(Native.tenure_debug_raise((int)words.Status()));
                return [];
            default:
                return Change(words) ? [] : null;
        }
    }

    private static NativeResource[] Nest(long levels, long bytes)
    {
        Scope outer = Scope.Create();
        outer.Limit = bytes;
        Scope inner = outer;
        for (long level = 1; level < levels; level++)
        {
            inner = Scope.Create(inner);
            inner.Limit = bytes;
        }
        return [outer, inner];
    }

    private void CloseAllBut(Scope scope, Words words)
    {
        var kept = new List<IDisposable>();
        while (words.Left > 0)
        {
            kept.Add(runner.Get<NativeResource>(words.Next()));
        }
        scope.CloseAllBut([.. kept]);
    }

    private void Limit(string word) => TestDevice.SetMemoryLimit(word switch
    {
        "default" => 0,
        "none" => long.MaxValue,
        _ when word.StartsWith('-') => Words.Read<long>(word),
        _ => runner.Start.LiveBytes + Words.Read<long>(word),
    });

    private bool Change(Words words)
    {
        if (words.Command != "copy_from")
        {
            return ChangeTensor(words);
        }
        CopyFrom(Tensor(words), words);
        return true;
    }

    private static void CopyFrom(Tensor tensor, Words words)
    {
        switch (tensor.DType)
        {
            case DType.F32:
                tensor.CopyFrom<float>(words.List(Words.ReadFloat));
                break;
            case DType.F64:
                tensor.CopyFrom<double>(words.List(Words.ReadNumber));
                break;
            case DType.I32:
                tensor.CopyFrom<int>(words.List(Words.Read<int>));
                break;
            case DType.I64:
                tensor.CopyFrom<long>(words.List(Words.Read<long>));
                break;
            case DType.U8:
                tensor.CopyFrom<byte>(words.List(Words.Read<byte>));
                break;
            case DType.F16:
                tensor.CopyFrom<Half>(words.List(Words.ReadHalf));
                break;
            case DType.BF16:
                tensor.CopyFrom<float>(words.List(Words.ReadFloat));
                break;
            case DType.I8:
                tensor.CopyFrom<sbyte>(words.List(Words.Read<sbyte>));
                break;
            case DType.I16:
                tensor.CopyFrom<short>(words.List(Words.Read<short>));
                break;
            case DType.U16:
                tensor.CopyFrom<ushort>(words.List(Words.Read<ushort>));
                break;
            case DType.U32:
                tensor.CopyFrom<uint>(words.List(Words.Read<uint>));
                break;
            case DType.U64:
                tensor.CopyFrom<ulong>(words.List(Words.Read<ulong>));
                break;
            default:
                tensor.CopyFrom<bool>(words.List(word => Words.Read<int>(word) != 0));
                break;
        }
    }

    private NativeResource[]? Train(Words words)
    {
        switch (words.Command)
        {
            case "tape_watch":
                return [runner.Get<Tape>(words.Next()).Watch(Tensor(words))];
            case "tape_backward":
                return runner.Get<Tape>(words.Next()).Backward(Tensor(words), Tensors(words));
            case "optimizer_sgd":
                double rate = words.Number(), momentum = words.Number();
                return [Optimizer.Sgd(Tensors(words), rate, momentum)];
            case "scheduler_step_lr":
                return [Scheduler.StepLr(runner.Get<Optimizer>(words.Next()), words.Integer(), words.Number())];
            case "scheduler_linear_lr":
                return [Scheduler.LinearLr(runner.Get<Optimizer>(words.Next()), words.Number(), words.Number(), words.Integer())];
            case "scheduler_cosine_lr":
                return [Scheduler.CosineAnnealingLr(runner.Get<Optimizer>(words.Next()), words.Integer(), words.Number())];
            case "scheduler_plateau":
                return
                [
                    Scheduler.ReduceLrOnPlateau(
                        runner.Get<Optimizer>(words.Next()), factor: words.Number(), patience: words.Integer()),
                ];
            case "scheduler_then":
                return [runner.Get<Scheduler>(words.Next()).Then(runner.Get<Scheduler>(words.Next()), words.Integer())];
            case "scheduler_step":
                runner.Get<Scheduler>(words.Next()).Step();
                return [];
            case "scheduler_metric":
                runner.Get<Scheduler>(words.Next()).Step(words.Number());
                return [];
            case "data_loader":
                long size = words.Integer();
                bool shuffle = words.Text() == "true";
                long order = words.Integer();
                bool dropLast = words.Text() == "true";
                return [DataLoader.Of(Tensors(words), size, shuffle, order, dropLast)];
            case "data_loader_next":
                return runner.Get<DataLoader>(words.Next()).Next();
            case "data_loader_seek":
                runner.Get<DataLoader>(words.Next()).Seek(words.Integer(), words.Integer());
                return [];
            case "data_loader_subset":
                runner.Get<DataLoader>(words.Next()).Subset(Tensor(words));
                return [];
            case "data_loader_weighted":
                runner.Get<DataLoader>(words.Next()).Weighted(Tensor(words), words.Integer(), words.Flag());
                return [];
            case "data_loader_shard":
                runner.Get<DataLoader>(words.Next()).Shard(words.Integer(), words.Integer());
                return [];
            case "optimizer_create":
                string rule = words.Text();
                double learningRate = words.Number();
                return [Made(rule, Tensors(words), learningRate)];
            case "optimizer_step_leaves":
                runner.Get<Optimizer>(words.Next()).Step();
                return [];
            case "optimizer_step_closure":
                StepClosure(runner.Get<Optimizer>(words.Next()), runner.Get<Tensor>(words.Next()), runner.Get<Tensor>(words.Next()));
                return [];
            case "optimizer_zero_gradients":
                runner.Get<Optimizer>(words.Next()).ZeroGradients();
                return [];
            case "no_grad_open":
                return [NoGrad.Open()];
            case "optimizer_step":
                runner.Get<Optimizer>(words.Next()).Step(Tensors(words));
                return [];
            case "optimizer_add":
                var grown = runner.Get<Optimizer>(words.Next());
                double ownRate = words.Number(), decay = words.Number();
                grown.AddParamGroup(Tensors(words), ownRate, decay);
                return [];
            case "optimizer_set":
                runner.Get<Optimizer>(words.Next()).SetSetting(words.Integer(), words.Text(), words.Number());
                return [];
            case "optimizer_state":
                return [runner.Get<Optimizer>(words.Next()).StateTensor(words.Text())];
            default:
                return null;
        }
    }

    private static void StepClosure(Optimizer optimizer, Tensor parameter, Tensor target) =>
        optimizer.Step(() =>
        {
            optimizer.ZeroGradients();
            Tensor loss = (parameter - target).Square().Square().Sum();
            loss.Backward();
            return loss;
        });

    private static Optimizer Made(string rule, Tensor[] parameters, double rate) => rule switch
    {
        "sgd" => Optimizer.Sgd(parameters, rate),
        "adam" => Optimizer.Adam(parameters, rate),
        "adam_w" => Optimizer.AdamW(parameters, rate),
        "n_adam" => Optimizer.NAdam(parameters, rate),
        "r_adam" => Optimizer.RAdam(parameters, rate),
        "rms_prop" => Optimizer.RmsProp(parameters, rate),
        "adagrad" => Optimizer.Adagrad(parameters, rate),
        "adadelta" => Optimizer.Adadelta(parameters, rate),
        "adamax" => Optimizer.Adamax(parameters, rate),
        "lbfgs" => Optimizer.Lbfgs(parameters, rate),
        "lbfgs_strong_wolfe" => Optimizer.Lbfgs(parameters, rate, strongWolfe: true),
        _ => throw new InvalidOperationException($"'{rule}' is not a rule"),
    };

    private NativeResource[]? Modules(Words words)
    {
        if (!words.Command.StartsWith("module", StringComparison.Ordinal) && words.Command != "expect_state")
        {
            return null;
        }
        if (words.Command == "module")
        {
            return [MakeModule(words)];
        }
        Module module = runner.Get<Module>(words.Next());
        switch (words.Command)
        {
            case "module_add":
                module.Add(words.Text(), runner.Get<Module>(words.Next()));
                return [];
            case "module_call":
                return [module.Call(Tensor(words))];
            case "module_call_all":
                return module.CallAll([.. Enumerable.Range(0, words.Left).Select(_ => OptionalTensor(words))]);
            case "module_node":
                ((Graph)module).AddNode(words.Text(), runner.Get<Module>(words.Next()), Texts(words));
                return [];
            case "module_outputs":
                ((Graph)module).SetOutputs(Texts(words));
                return [];
            case "module_get":
                return [module.Get(words.Text())];
            case "module_watch":
                return module.Watch(runner.Get<Tape>(words.Next()));
            case "module_copy":
                return [module.Copy()];
            case "module_average":
                return [new AveragedModel(module, words.OptionalNumber())];
            case "module_average_update":
                ((AveragedModel)module).UpdateParameters(runner.Get<Module>(words.Next()));
                return [];
            case "module_checkpoint":
                module.Checkpoint(words.Flag());
                return [];
            case "module_training":
                _ = words.Flag() ? Done(() => module.Train()) : Done(() => module.Eval());
                return [];
            case "module_freeze":
                _ = words.Flag() ? Done(() => module.Freeze()) : Done(() => module.Unfreeze());
                return [];
            case "module_requires_grad":
                module.RequiresGrad(words.Flag());
                return [];
            case "module_zero_gradients":
                module.ZeroGradients();
                return [];
            case "module_tie":
                module.Tie(words.Text(), words.Text());
                return [];
            case "module_load":
                bool isStrict = words.Flag(), strips = words.Flag();
                module.LoadStateDict(Pairs(words), isStrict, strips);
                return [];
            case "module_save":
                module.Save(words.Text().Replace("$TMP", runner.Folder));
                return [];
            case "module_read":
                module.Load(words.Text().Replace("$TMP", runner.Folder));
                return [];
            case "expect_state":
                ExpectState(module, words);
                return [];
            default:
                return null;
        }
    }

    private static bool Done(Action action)
    {
        action();
        return true;
    }

    private static Module MakeModule(Words words) => words.Text() switch
    {
        "Linear" => new Linear(words.Integer(), words.Integer(), words.Flag()),
        "ReLU" => new ReLU(),
        "Identity" => new Identity(),
        "Sequential" => new Sequential(),
        "Concat" => new Concat(words.Integer()),
        "Add" => new Add(),
        "GRUCell" => new GRUCell(words.Integer(), words.Integer()),
        "RNN" => new RNN(words.Integer(), words.Integer()),
        "EmbeddingBag" => new EmbeddingBag(words.Integer(), words.Integer(), EmbeddingBagMode.Sum),
        "Embedding" => new Embedding(words.Integer(), words.Integer(), maxNorm: words.Number()),
        "LSTM" => new LSTM(words.Integer(), words.Integer(), projSize: words.Integer()),
        "MultiheadAttention" => words.Left == 2
            ? new MultiheadAttention(words.Integer(), words.Integer(), batchFirst: true, needWeights: true)
            : new MultiheadAttention(
                words.Integer(), words.Integer(), batchFirst: true, needWeights: true,
                kdim: words.Integer(), vdim: words.Integer(), addBiasKv: true, addZeroAttn: true),
        "Graph" => new Graph(Texts(words)),
        string kind => throw new ScenarioFailure($"no kind '{kind}'"),
    };

    private static string[] Texts(Words words) => [.. Enumerable.Range(0, words.Left).Select(_ => words.Text())];

    private List<KeyValuePair<string, Tensor>> Pairs(Words words)
    {
        var pairs = new List<KeyValuePair<string, Tensor>>();
        while (words.Left > 0)
        {
            pairs.Add(new(words.Text(), Tensor(words)));
        }
        return pairs;
    }

    private static void ExpectState(Module module, Words words)
    {
        var found = new List<string>();
        foreach ((string name, Tensor value) in module.StateDict())
        {
            found.Add($"{name} [{string.Join(',', value.Shape.ToArray())}]");
            value.Dispose();
        }
        var wanted = new List<string>();
        while (words.Left > 0)
        {
            wanted.Add($"{words.Text()} {words.Next()}");
        }
        if (!wanted.SequenceEqual(found))
        {
            throw new ScenarioFailure($"the state is {string.Join("; ", found)}, not {string.Join("; ", wanted)}");
        }
    }

    private NativeResource[]? Files(Words words)
    {
        string PathOf() => words.Text().Replace("$TMP", runner.Folder);
        switch (words.Command)
        {
            case "npy_load":
                return [Tenure.Tensor.LoadNpy(PathOf())];
            case "npy_save":
                string path = PathOf();
                Tensor(words).SaveNpy(path);
                return [];
            case "npy_load_as":
                return [Tenure.Tensor.LoadNpy(PathOf(), words.DType())];
            case "npz_load":
                return [Npz.Load(PathOf(), words.Text())];
            case "npz_save":
                Npz.Save(PathOf(), Named(words));
                return [];
            case "npz_save_compressed":
                Npz.SaveCompressed(PathOf(), Named(words));
                return [];
            case "safetensors_load":
                return [SafeTensors.Load(PathOf(), words.Text())];
            case "safetensors_load_as":
                return [SafeTensors.Load(PathOf(), words.Text(), words.DType())];
            case "safetensors_map":
                string file = PathOf(), one = words.Text();
                return [SafeTensors.Map(file, name => name == one)[one]];
            case "optimizer_save":
                string saved = PathOf();
                runner.Get<Optimizer>(words.Next()).Save(saved);
                return [];
            case "optimizer_load":
                string loaded = PathOf();
                runner.Get<Optimizer>(words.Next()).Load(loaded);
                return [];
            case "safetensors_save":
                SafeTensors.Save(PathOf(), Named(words));
                return [];
            case "set_element":
                Tensor written = Tensor(words);
                long[] at = words.Integers();
                written.SetItem(words.Scalar(), at);
                return [];
            case "write_hex":
                File.WriteAllBytes(PathOf(), Convert.FromHexString(words.Next()));
                return [];
            case "truncate_file":
                string cut = PathOf();
                File.WriteAllBytes(cut, File.ReadAllBytes(cut)[..(int)words.Integer()]);
                return [];
            default:
                return null;
        }
    }

    private List<KeyValuePair<string, Tensor>> Named(Words words)
    {
        var named = new List<KeyValuePair<string, Tensor>>();
        while (words.Left > 0)
        {
            named.Add(KeyValuePair.Create(words.Text(), Tensor(words)));
        }
        return named;
    }
}
